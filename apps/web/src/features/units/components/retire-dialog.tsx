import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { forgetUnits, unitQuery } from '../queries.ts';
import { RETIRE_REASONS } from '../public/unit-field-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

interface Retirement {
  readonly reason: (typeof RETIRE_REASONS)[number];
}

/** ADM-025: the history stays, the tracker becomes free. It cannot be undone, so the button names the unit. */
export function RetireDialog(props: { unit: UnitDetails; imei: string; onClose: () => void; onRetired: () => void }): ReactNode {
  const { unit, imei, onClose } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const retire = useMutation({
    mutationFn: (body: Retirement) => call(send, 'units.retire', { params: { imei }, body }),
    onSuccess: () => {
      props.onRetired();
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: unitQuery(send, imei).queryKey, refetchType: 'none' });
    },
  });
  const draft = useDraftForm<Retirement>({
    first: { reason: 'removed' },
    faultsOf: () => ({}),
    write: retire,
    send: (body) => retire.mutate(body),
  });
  return (
    <Dialog title={t('UnitRetire')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form ref={draft.place} className={frame['form']} noValidate onSubmit={draft.submit}>
        <p>{t('UnitRetireText', { name: unit.name })}</p>
        <BookingsLost losses={[{ unit_id: unit.id, user_id: null }]} />
        <SelectField
          label={t('UnitRetireReason')}
          value={draft.form.reason}
          onChange={(event) => draft.set('reason', RETIRE_REASONS.find((each) => each === event.target.value) ?? 'removed')}
        >
          {RETIRE_REASONS.map((each) => (
            <option key={each} value={each}>
              {t(`Retire-${each}`)}
            </option>
          ))}
        </SelectField>
        <FailureBanner failure={retire.error} onRetry="submit" />
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
