import { useState, type ReactNode } from 'react';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import styles from './places.module.css';

/** A place that is gone does not come back, so it is asked first. One that was just added may be taken back from its trips as well. */
export function RemovePlaceDialog(props: {
  name: string;
  isBusy: boolean;
  error: Error | null;
  /** Null: what it gave to trips that have been stays theirs. */
  undoUntil: string | null;
  onRemove: (isUndone: boolean) => void;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const [isUndone, setUndone] = useState(false);
  // One that runs out while the question is open is refused with why.
  const { undoUntil } = props;
  const title = t('PlaceRemoveNamed', { name: props.name });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <div className={styles['form']}>
        <p>{isUndone ? t('PlaceRemoveUndoneText') : t('PlaceRemoveText')}</p>
        {undoUntil !== null && (
          <CheckBox
            label={t('PlaceRemoveUndo')}
            help={<Unbroken>{t('PlaceRemoveUndoUntil', { time: format.dateTime(undoUntil) })}</Unbroken>}
            checked={isUndone}
            onChange={setUndone}
          />
        )}
        <p>{t('PlaceRemoveFinal')}</p>
        {props.error && <Banner tone="danger">{errors.text(props.error)}</Banner>}
        <div className={styles['ends']}>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button look="danger" isBusy={props.isBusy} onClick={() => props.onRemove(isUndone)}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
