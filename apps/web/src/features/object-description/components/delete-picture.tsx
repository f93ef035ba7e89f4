import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDescriptionChange } from '../queries.ts';
import styles from './object.module.css';

/** Deleting cannot be undone: it is asked for. */
export function DeletePicture(props: { imei: string; id: number; onClose: () => void }): ReactNode {
  const { imei, id, onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const remove = useDescriptionChange(imei, (send, _: null) =>
    call(send, 'object-description.remove-picture', { params: { imei, id } }),
  );
  return (
    <Dialog title={t('PictureDeleteTitle')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['group']}>
        <p>{t('PictureDeleteText')}</p>
        {remove.isError && <Banner tone="danger">{errors.text(remove.error)}</Banner>}
        <div className={styles['line']}>
          <Button look="danger" isBusy={remove.isPending} onClick={() => remove.mutate(null, { onSuccess: onClose })}>
            {t('PictureDeleteYes')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
