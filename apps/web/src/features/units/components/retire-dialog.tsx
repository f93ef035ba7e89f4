import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { forgetUnits, unitQuery } from '../queries.ts';
import { RETIRE_REASONS } from './history-tab.tsx';
import { Failure } from './save-line.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** ADM-025: the history stays, the tracker becomes free. It cannot be undone, so the button names the unit. */
export function RetireDialog(props: { unit: UnitDetails; imei: string; onClose: () => void; onRetired: () => void }): ReactNode {
  const { unit, imei, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const [reason, setReason] = useState<(typeof RETIRE_REASONS)[number]>('removed');
  const retire = useMutation({
    mutationFn: () => call(send, 'units.retire', { params: { imei }, body: { reason } }),
    onSuccess: () => {
      props.onRetired();
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: unitQuery(send, imei).queryKey, refetchType: 'none' });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!retire.isPending) retire.mutate();
  };
  return (
    <Dialog title={t('UnitRetire')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={frame['form']} noValidate onSubmit={submit}>
        <p>{t('UnitRetireText', { name: unit.name })}</p>
        <SelectField
          label={t('UnitRetireReason')}
          value={reason}
          onChange={(event) => setReason(RETIRE_REASONS.find((each) => each === event.target.value) ?? 'removed')}
        >
          {RETIRE_REASONS.map((each) => (
            <option key={each} value={each}>
              {t(`Retire-${each}`)}
            </option>
          ))}
        </SelectField>
        <Failure failure={retire.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="danger" isBusy={retire.isPending}>
            {t('UnitRetireDo', { name: unit.name })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
