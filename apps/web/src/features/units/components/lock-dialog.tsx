import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { BookingsLost } from '../../bookings/public/bookings-lost.tsx';
import { useUnitChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** LOCK-009: says who loses access before it is locked. Nobody else can unlock it, which is said as well. */
export function LockDialog(props: {
  unit: UnitDetails;
  imei: string;
  action: 'lock' | 'unlock';
  onClose: () => void;
}): ReactNode {
  const { unit, imei, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  // The unit changes while the answer arrives; the dialog stays what it was opened for.
  const [{ isLock, losers }] = useState({ isLock: props.action === 'lock', losers: unit.shut_out_by_lock });
  const change = useUnitChange((send, text: string) =>
    call(send, isLock ? 'units.lock' : 'units.unlock', { params: { imei }, body: { reason: text } }),
  );
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm({
    first: { reason: '' },
    faultsOf: () => ({}),
    write: change,
    send: ({ reason }) =>
      change.mutate(reason, {
        onSuccess: () => {
          toasts.show({ text: isLock ? t('UnitIsLocked', { name: unit.name }) : t('UnitIsUnlocked', { name: unit.name }) });
          onClose();
        },
      }),
  });
  const close = useCarefulClose(isUnsaved, onClose);
  const title = isLock ? t('UnitLockTitle', { name: unit.name }) : t('UnitUnlockTitle', { name: unit.name });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={place} className={frame['form']} noValidate onSubmit={submit}>
        {isLock ? (
          <>
            <p>{t('UnitLockConsequence')}</p>
            <BookingsLost losses={[{ unit_id: unit.id, user_id: null }]} byLock />
            {losers.length === 0 ? (
              <p className={frame['soft']}>{t('UnitLockNobody')}</p>
            ) : (
              <div>
                <p>{t('UnitLockLosers', { count: losers.length })}</p>
                <ul className={styles['bullets']}>
                  {losers.map((name, index) => (
                    <li key={`${index}-${name}`}>{name}</li>
                  ))}
                </ul>
              </div>
            )}
          </>
        ) : (
          <p>{t('UnitUnlockConsequence')}</p>
        )}
        <TextField
          label={t('UnitLockReason')}
          help={t('UnitLockReasonHelp')}
          maxLength={200}
          autoFocus
          value={form.reason}
          onChange={(event) => set('reason', event.target.value)}
          error={errorOf('reason')}
        />
        <FailureBanner failure={change.error} ownFields={['reason']} onRetry="submit" />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          {/* Unlocking is support's to do. */}
          <Button type="submit" isWrite={isLock} look={isLock ? 'danger' : 'primary'} isBusy={change.isPending}>
            {isLock ? t('UnitLockDo') : t('UnitUnlockDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
