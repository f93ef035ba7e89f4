import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './receivers.module.css';

/** Says that who is chosen gets no alarms as it stands, and mends it at a press. */
export function ToldNothing(props: { name: string; onSecurity: () => void }): ReactNode {
  const t = useT();
  return (
    <Banner
      tone="warning"
      action={
        <Button isSmall onClick={props.onSecurity}>
          {t('ReceiverSecurityOn')}
        </Button>
      }
    >
      {props.name === '' ? t('ReceiverNoKindsYet') : t('ReceiverNoKindsYetFor', { name: props.name })}
    </Banner>
  );
}

/** Somebody who is to be told of nothing is hardly meant: it is asked before it is saved. */
export function SaveSilentDialog(props: {
  name: string;
  onSave: (withSecurity: boolean) => void;
  onClose: () => void;
}): ReactNode {
  const { name, onSave, onClose } = props;
  const t = useT();
  return (
    <Dialog title={t('ReceiverSilentTitle', { name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('ReceiverSilentText')}</p>
        <div className={styles['ends']}>
          <Button onClick={() => onSave(false)}>{t('ReceiverSilentSave')}</Button>
          <Button look="primary" onClick={() => onSave(true)}>
            {t('ReceiverSilentMend')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
