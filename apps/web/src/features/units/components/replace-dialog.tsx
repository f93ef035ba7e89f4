import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { instantOf } from '../../../lib/zone-time.ts';
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
  const errors = useErrorText();
  const send = useSend();
  const client = useQueryClient();
  const { timeZone } = useFormat();
  const [next, setNext] = useState('');
  const [from, setFrom] = useState('');
  const [isTried, setTried] = useState(false);
  const replace = useMutation({
    mutationFn: () => {
      const at = instantOf(from, timeZone);
      return call(send, 'units.replace', { body: { current_imei: imei, new_imei: next, ...(at ? { from: at } : {}) } });
    },
    onSuccess: (answer) => {
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: unitQuery(send, imei).queryKey, refetchType: 'none' });
      props.onReplaced(answer.imei);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isWholeImei(next) && !replace.isPending) replace.mutate();
  };
  const told = errors.fields(replace.error)['new_imei'];
  return (
    <Dialog title={t('UnitReplace')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={frame['form']} noValidate onSubmit={submit}>
        <p>{t('UnitReplaceText', { name: unit.name, imei })}</p>
        <ImeiInput
          label={t('UnitNewImei')}
          name="new_imei"
          value={next}
          isFirst
          onChange={setNext}
          error={told ?? (isTried && !isWholeImei(next) ? t('InvalidImei') : null)}
        />
        <TimeField value={from} onChange={setFrom} />
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
