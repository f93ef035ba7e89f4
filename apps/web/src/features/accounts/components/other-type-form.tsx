import type { DataOf } from '@spora/contract/endpoint-map';
import { OTHER_TRIP_TYPE_MAX } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { otherTypeQuery, saveOtherTripType, useSettingsWrite } from '../settings-queries.ts';
import { useChangeForm } from '../../../ui/use-change-form.ts';
import { ChangeRefusal } from '../../../ui/change-refusal.tsx';
import styles from '../../../ui/settings.module.css';
import own from './other-type-form.module.css';

/** The product's own, where the choice begins. */
const FIRST_COLOUR = '#7a6a3a';

/** TRIP-003, TRIP-004, TRIP-011: what the account calls other trips, their colour, whether they need a purpose and have their routes drawn. */
export function OtherTypeForm(): ReactNode {
  return <Loaded query={useQuery(otherTypeQuery(useSend()))}>{(type) => <Form type={type} />}</Loaded>;
}

type OtherType = DataOf<'accounts.other-trip-type'>;

function Form({ type }: { type: OtherType }): ReactNode {
  const t = useT();
  const session = useSessionStore();
  const user = useUser();
  const write = useSettingsWrite(saveOtherTripType);
  const onOff = (isOn: boolean): string => (isOn ? t('SettingOn') : t('SettingOff'));
  const tell = ({ name, colour, purpose_required }: OtherType): void =>
    session.update({ ...user, OtherTripType: name, OtherTripColour: colour, OtherTripPurposeRequired: purpose_required });
  const draft = useChangeForm<OtherType>({
    saved: type,
    write,
    send: ({ changes, was }, onSuccess) => write.mutate({ ...changes, was }, { onSuccess }),
    texts: {
      name: [t('OtherTypeName'), type.name || t('TripTypeOther')],
      colour: [t('OtherTypeColour'), type.colour ?? t('SettingOff')],
      purpose_required: [t('OtherTypePurpose'), onOff(type.purpose_required)],
      draws_route: [t('OtherTypeRoute'), onOff(type.draws_route)],
    },
    tidy: (form) => ({ ...form, name: form.name.trim() }),
    onStands: tell,
  });
  const { form, first, set, errorOf, submit, place } = draft;
  return (
    <form ref={place} className={styles['form']} onSubmit={submit} noValidate aria-label={t('OtherTypeTitle')}>
      <div className={styles['narrow']}>
        <TextField
          label={t('OtherTypeName')}
          help={t('OtherTypeHelp', { name: t('TripTypeOther') })}
          name="name"
          autoComplete="off"
          maxLength={OTHER_TRIP_TYPE_MAX}
          placeholder={t('TripTypeOther')}
          value={form.name}
          onChange={(event) => set('name', event.target.value)}
          error={errorOf('name')}
        />
      </div>
      <CheckBox
        name="has_colour"
        label={t('OtherTypeColour')}
        help={t('OtherTypeColourHelp')}
        error={errorOf('colour')}
        checked={form.colour !== null}
        onChange={(isOn) => set('colour', isOn ? (first.colour ?? FIRST_COLOUR) : null)}
      />
      {form.colour !== null && <ColourField value={form.colour} onChange={(colour) => set('colour', colour)} />}
      <CheckBox
        name="purpose_required"
        label={t('OtherTypePurpose')}
        help={t('OtherTypePurposeHelp')}
        checked={form.purpose_required}
        onChange={(isOn) => set('purpose_required', isOn)}
      />
      <CheckBox
        name="draws_route"
        label={t('OtherTypeRoute')}
        help={t('OtherTypeRouteHelp')}
        checked={form.draws_route}
        onChange={(isOn) => set('draws_route', isOn)}
      />
      <ChangeRefusal draft={draft} failure={write.error} ownFields={['name', 'colour']} onRetry="submit" />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!draft.isChanged}>
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}

function ColourField({ value, onChange }: { value: string; onChange: (colour: string) => void }): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <div className={own['colour']}>
      <input
        id={id}
        type="color"
        className={own['picker']}
        value={value}
        onChange={(event) => onChange(event.target.value.toLowerCase())}
      />
      <label htmlFor={id}>{t('OtherTypeColourPick')}</label>
    </div>
  );
}
