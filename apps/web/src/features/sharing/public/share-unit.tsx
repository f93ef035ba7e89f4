import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { ShareForm } from '../components/share-form.tsx';
import { ShareList } from '../components/share-list.tsx';
import styles from '../components/share.module.css';

/** MAP-022, MAP-035: makes links to where a unit is, beginning with this one, and ends those that are open. */
export function ShareUnit({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [madeId, setMade] = useState<number | null>(null);
  const [endedIds, setEnded] = useState<readonly number[]>([]);
  const close = useCarefulClose(false, () => setOpen(false));
  return (
    <>
      <Button
        isSmall
        icon="share"
        onClick={() => {
          setOpen(true);
          setMade(null);
        }}
      >
        {t('Share')}
      </Button>
      {isOpen && (
        <Sheet title={t('ShareTitle')} closeLabel={t('Close')} isOpen onClose={close}>
          <div className={styles['sheet']}>
            <ShareForm imei={imei} endedIds={endedIds} onMade={setMade} />
            <ShareList imei={imei} madeId={madeId} onEnded={(id) => setEnded((before) => [...before, id])} />
          </div>
        </Sheet>
      )}
    </>
  );
}
