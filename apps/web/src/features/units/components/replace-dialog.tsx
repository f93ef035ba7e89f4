import { instantOf } from '@spora/calendar/zones';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { forgetUnits, unitQuery } from '../queries.ts';
import { ImeiInput, isWholeImei } from './imei-input.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** UNIT-012: another tracker in the same vehicle; without a unit the vehicle is named by its registration number (UNIT-008). */
export function ReplaceDialog(props: {
  unit: { readonly name: string; readonly imei: string } | null;
  onClose: () => void;
  onReplaced: (imei: string) => void;
}): ReactNode {
  const { unit, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const { timeZone } = useFormat();
  const replace = useMutation({
    mutationFn: ({ number, next, from }: { number: string; next: string; from: string }) => {
      const at = instantOf(from, timeZone);
      const current = unit ? { current_imei: unit.imei } : { current_registration_number: number };
      return call(send, 'units.replace', { body: { ...current, new_imei: next, ...(at ? { from: at } : {}) } });
    },
    onSuccess: (answer) => {
      forgetUnits(client);
      void client.invalidateQueries({
        queryKey: unit ? unitQuery(send, unit.imei).queryKey : ['units.get'],
        refetchType: 'none',
      });
      props.onReplaced(answer.imei);
    },
  });
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm({
    first: { number: '', next: '', from: '' },
    faultsOf: ({ number, next }) => ({
      current_registration_number: unit || number.trim() ? null : 'SpecifyRegistrationNumber',
      new_imei: isWholeImei(next) ? null : 'InvalidImei',
    }),
    write: replace,
    send: (typed) => replace.mutate(typed),
  });
  const close = useCarefulClose(isUnsaved && !replace.isPending, onClose);
  return (
    <Dialog title={t('UnitReplace')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={place} className={frame['form']} noValidate onSubmit={submit}>
        <p>{unit ? t('UnitReplaceText', { name: unit.name, imei: unit.imei }) : t('UnitReplaceByNumber')}</p>
        {!unit && (
          <NumberField
            label={t('RegistrationNumber')}
            value={form.number}
            onChange={(number) => set('number', number)}
            error={errorOf('current_registration_number')}
          />
        )}
        <ImeiInput
          label={t('UnitNewImei')}
          name="new_imei"
          value={form.next}
          isFirst={unit !== null}
          onChange={(next) => set('next', next)}
          error={errorOf('new_imei')}
        />
        <TimeField value={form.from} onChange={(from) => set('from', from)} />
        <FailureBanner failure={replace.error} ownFields={['new_imei', 'current_registration_number']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={replace.isPending}>
            {t('UnitReplaceDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** UNIT-008: the vehicle whose tracker it is about, by the number that is on it. */
export function NumberField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}): ReactNode {
  return (
    <TextField
      label={props.label}
      name="current_registration_number"
      autoCapitalize="characters"
      autoComplete="off"
      autoFocus
      spellCheck={false}
      maxLength={20}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      error={props.error}
    />
  );
}

/** When it happened, by the account's clock; empty for now. */
export function TimeField(props: { value: string; onChange: (local: string) => void }): ReactNode {
  const t = useT();
  const { timeZone } = useFormat();
  return (
    <MomentField
      label={t('UnitChangeTime')}
      help={t('UnitChangeTimeHelp', { zone: timeZone })}
      value={props.value}
      onChange={props.onChange}
      texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
    />
  );
}
