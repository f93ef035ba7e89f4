import { OTHER_TRIP_TYPE_MAX } from '@spora/contract/limits';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSessionStore, useUser } from '../../../lib/session-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { saveOtherTripType, useSettingsWrite } from '../settings-queries.ts';
import styles from '../../../ui/settings.module.css';
import own from './other-type-form.module.css';

/** The product's own, where the choice begins. */
const FIRST_COLOUR = '#7a6a3a';

/** TRIP-003, TRIP-004: what the account calls other trips, their colour, and whether they need a purpose. */
export function OtherTypeForm(): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const session = useSessionStore();
  const user = useUser();
  const before = { name: user.OtherTripType, colour: user.OtherTripColour, purpose_required: user.OtherTripPurposeRequired };
  const [form, setForm] = useState(before);
  const write = useSettingsWrite(saveOtherTripType);
  const now = { ...form, name: form.name.trim() };
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter((field) => now[field] !== before[field]);
  const isDirty = changed.length > 0;
  useUnsavedChanges(isDirty);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || write.isPending) return;
    write.mutate(Object.fromEntries(changed.map((field) => [field, now[field]])), {
      onSuccess: () => {
        session.update({
          ...user,
          OtherTripType: now.name,
          OtherTripColour: now.colour,
          OtherTripPurposeRequired: now.purpose_required,
        });
        setForm(now);
        toasts.show({ text: t('Saved') });
      },
    });
  };
  const fields = errors.fields(write.error);
  return (
    <form className={styles['form']} onSubmit={submit} noValidate aria-label={t('OtherTypeTitle')}>
      <div className={styles['narrow']}>
        <TextField
          label={t('OtherTypeName')}
          help={t('OtherTypeHelp', { name: t('TripTypeOther') })}
          name="name"
          autoComplete="off"
          maxLength={OTHER_TRIP_TYPE_MAX}
          placeholder={t('TripTypeOther')}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
          error={fields['name'] ?? null}
        />
      </div>
      <CheckBox
        name="has_colour"
        label={t('OtherTypeColour')}
        help={t('OtherTypeColourHelp')}
        error={fields['colour'] ?? null}
        checked={form.colour !== null}
        onChange={(isOn) => setForm({ ...form, colour: isOn ? (before.colour ?? FIRST_COLOUR) : null })}
      />
      {form.colour !== null && <ColourField value={form.colour} onChange={(colour) => setForm({ ...form, colour })} />}
      <CheckBox
        name="purpose_required"
        label={t('OtherTypePurpose')}
        help={t('OtherTypePurposeHelp')}
        checked={form.purpose_required}
        onChange={(isOn) => setForm({ ...form, purpose_required: isOn })}
      />
      <FailureBanner failure={write.error} ownFields={['name', 'colour']} />
      <div className={styles['ends']}>
        <Button type="submit" look="primary" isBusy={write.isPending} disabled={!isDirty}>
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
