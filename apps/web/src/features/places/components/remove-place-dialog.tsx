import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './places.module.css';

/** A place that is gone does not come back, so it is asked first. */
export function RemovePlaceDialog(props: {
  name: string;
  isBusy: boolean;
  error: Error | null;
  onRemove: () => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const title = t('PlaceRemoveNamed', { name: props.name });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <p>{t('PlaceRemoveText')}</p>
        {props.error && <Banner tone="danger">{errors.text(props.error)}</Banner>}
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={props.isBusy} onClick={props.onRemove}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
