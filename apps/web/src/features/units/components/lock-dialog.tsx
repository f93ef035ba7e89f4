import type { UnitDetails } from '@spora/contract/units/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useUnitChange } from '../queries.ts';
import { Failure } from './save-line.tsx';
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
  const errors = useErrorText();
  const toasts = useToasts();
  const [reason, setReason] = useState('');
  // The unit changes while the answer arrives; the dialog stays what it was opened for.
  const [{ isLock, losers }] = useState({ isLock: props.action === 'lock', losers: unit.shut_out_by_lock });
  const change = useUnitChange((send, text: string) =>
    call(send, isLock ? 'units.lock' : 'units.unlock', { params: { imei }, body: { reason: text } }),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(reason, {
      onSuccess: () => {
        toasts.show({ text: isLock ? t('UnitIsLocked', { name: unit.name }) : t('UnitIsUnlocked', { name: unit.name }) });
        onClose();
      },
    });
  };
  const title = isLock ? t('UnitLockTitle', { name: unit.name }) : t('UnitUnlockTitle', { name: unit.name });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <form className={frame['form']} noValidate onSubmit={submit}>
        {isLock ? (
          <>
            <p>{t('UnitLockConsequence')}</p>
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
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={errors.fields(change.error)['reason'] ?? null}
        />
        <Failure failure={change.error} fields={['reason']} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look={isLock ? 'danger' : 'primary'} isBusy={change.isPending}>
            {isLock ? t('UnitLockDo') : t('UnitUnlockDo')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
