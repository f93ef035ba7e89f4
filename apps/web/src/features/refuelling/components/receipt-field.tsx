import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { faultOf, shrinkPicture } from '../../object-description/public/shrink-picture.ts';
import type { ReceiptChange } from '../queries.ts';
import styles from './refuelling.module.css';

/** A picture of the receipt, taken or chosen; one that is too large is made smaller without asking, since it stays readable. */
export function ReceiptField(props: {
  hasReceipt: boolean;
  change: ReceiptChange;
  onChange: (change: ReceiptChange) => void;
}): ReactNode {
  const { hasReceipt, change, onChange } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState('');
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const isThere = change === null ? hasReceipt : change !== 'remove';
  const take = async (file: File): Promise<void> => {
    setBusy(true);
    setUnreadable(null);
    const bytes = (await faultOf(file)) ? await shrinkPicture(file) : file;
    setBusy(false);
    if (!bytes) return setUnreadable(file.name);
    setChosen(file.name);
    onChange({ file: bytes });
  };
  return (
    <div className={styles['receipt']}>
      <span className={styles['receiptName']} id="receipt-field">
        {t('RefuellingReceipt')}
      </span>
      <div className={styles['line']} role="group" aria-labelledby="receipt-field">
        <span role="status" className={styles['soft']}>
          {isThere ? (change && change !== 'remove' ? chosen : t('RefuellingReceiptThere')) : t('RefuellingReceiptNone')}
        </span>
        <Button isSmall isBusy={isBusy} onClick={() => input.current?.click()}>
          {isThere ? t('RefuellingReceiptReplace') : t('RefuellingReceiptAdd')}
        </Button>
        {isThere && (
          <Button isSmall look="quiet" onClick={() => onChange(hasReceipt ? 'remove' : null)}>
            {t('RefuellingReceiptRemove')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('RefuellingReceipt')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      {unreadable !== null && <Banner tone="danger">{t('PictureCannotShrink', { name: unreadable })}</Banner>}
    </div>
  );
}
