import { instantOf } from '@spora/calendar/zones';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { call } from '../../../lib/call.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { MomentField } from '../../../ui/day-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { forgetUnits, unitQuery } from '../queries.ts';
import { ImeiInput, isWholeImei } from './imei-input.tsx';
import { Failure } from './save-line.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** UNIT-012: another tracker in the same vehicle. */
export function ReplaceDialog(props: {
  unit: UnitDetails;
  imei: string;
  onClose: () => void;
  onReplaced: (imei: string) => void;
}): ReactNode {
  const { unit, imei, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const { timeZone } = useFormat();
  const replace = useMutation({
    mutationFn: ({ next, from }: { next: string; from: string }) => {
      const at = instantOf(from, timeZone);
      return call(send, 'units.replace', { body: { current_imei: imei, new_imei: next, ...(at ? { from: at } : {}) } });
    },
    onSuccess: (answer) => {
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: unitQuery(send, imei).queryKey, refetchType: 'none' });
      props.onReplaced(answer.imei);
    },
  });
  const { form, set, errorOf, submit, place } = useDraftForm({
    first: { next: '', from: '' },
    faultsOf: ({ next }) => ({ new_imei: isWholeImei(next) ? null : 'InvalidImei' }),
    write: replace,
    send: (typed) => replace.mutate(typed),
  });
  return (
    <Dialog title={t('UnitReplace')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form ref={place} className={frame['form']} noValidate onSubmit={submit}>
        <p>{t('UnitReplaceText', { name: unit.name, imei })}</p>
        <ImeiInput
          label={t('UnitNewImei')}
          name="new_imei"
          value={form.next}
          isFirst
          onChange={(next) => set('next', next)}
          error={errorOf('new_imei')}
        />
        <TimeField value={form.from} onChange={(from) => set('from', from)} />
        <Failure failure={replace.error} fields={['new_imei']} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" isBusy={replace.isPending}>
            {t('UnitReplaceDo')}
          </Button>
        </div>
      </form>
    </Dialog>
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
