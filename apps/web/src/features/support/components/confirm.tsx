import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import styles from '../support.module.css';

/** Says what an act means for the customer before it is done. */
export function Confirm(props: {
  title: string;
  children: ReactNode;
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  failure: unknown;
  /** ERR-041: what somebody else made of it meanwhile. */
  meanwhile?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        {props.children}
        {props.meanwhile ?? <FailureBanner failure={props.failure} />}
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button look={props.isDanger ? 'danger' : 'primary'} isBusy={props.isBusy} onClick={props.onConfirm}>
            {props.action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
