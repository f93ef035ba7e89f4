import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { removeReceiver, useReceiverWrite } from './queries.ts';
import styles from './receivers.module.css';

/** ALARM-022: asked before it is done; it cannot be undone. */
export function RemoveDialog(props: { receiver: AlarmReceiver; onClose: () => void }): ReactNode {
  const { receiver, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const write = useReceiverWrite(removeReceiver);
  const remove = (): void =>
    write.mutate(receiver.id, {
      onSuccess: () => {
        toasts.show({ text: t('ReceiverDeleted', { name: receiver.name }) });
        onClose();
      },
    });
  return (
    <Dialog title={t('ReceiverDeleteTitle', { name: receiver.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('ReceiverDeleteText')}</p>
        <FailureBanner failure={write.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={write.isPending} onClick={remove}>
            {t('ReceiverDeleteYes', { name: receiver.name })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
