import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../components/modes.module.css';
import { useModeWrite } from '../queries.ts';

/** MODE-010, MODE-011, SEC-014: asks once more, so that nobody ends it by a slip of the thumb; while it is on nobody looks for the way to end it first. */
export function TheftOffButton(props: { imei: string; unitName: string; after: string }): ReactNode {
  const { imei, unitName } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isAsked, setAsked] = useState(false);
  const end = useModeWrite((send, _: null) => call(send, 'modes.end-theft', { params: { imei } }));
  const press = (): void =>
    end.mutate(null, {
      onSuccess: () => {
        setAsked(false);
        toasts.show({ text: t('TheftModeEnded') });
      },
    });
  return (
    <>
      <Button isSmall onClick={() => setAsked(true)}>
        {t('TheftModeEnd')}
      </Button>
      {isAsked && (
        <Dialog
          title={t('TheftModeOffQuestion', { unit: unitName })}
          closeLabel={t('Close')}
          isOpen
          onClose={() => setAsked(false)}
        >
          <div className={styles['form']}>
            <p>{props.after}</p>
            {end.error && <Banner tone="danger">{errors.text(end.error)}</Banner>}
            <div className={styles['ends']}>
              <Button onClick={() => setAsked(false)}>{t('Cancel')}</Button>
              <Button look="primary" isBusy={end.isPending} onClick={press}>
                {t('TheftModeEnd')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </>
  );
}
