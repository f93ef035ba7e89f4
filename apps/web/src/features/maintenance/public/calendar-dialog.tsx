import type { UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import styles from '../components/calendar-dialog.module.css';

export interface CalendarAddress {
  readonly open: UseMutationResult<{ path: string }, Error, void>;
  readonly close: UseMutationResult<unknown, Error, void>;
}

/** The address of one's own calendar is made here, shown once, and ended here. */
export function CalendarDialog(props: {
  title: string;
  text: string;
  since: string | null;
  address: CalendarAddress;
  onClose: () => void;
}): ReactNode {
  const { since, onClose } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const { open, close } = props.address;
  const failure = open.error ?? close.error;
  const end = (): void =>
    close.mutate(undefined, {
      onSuccess: () => {
        toasts.show({ text: t('CalendarEnded') });
        onClose();
      },
    });
  return (
    <Dialog title={props.title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p>{props.text}</p>
        {open.data ? (
          <Address url={location.origin + open.data.path} />
        ) : (
          since !== null && <p className={styles['soft']}>{t('CalendarSince', { day: format.day(since) })}</p>
        )}
        {failure !== null && <Banner tone="danger">{errors.text(failure)}</Banner>}
        <div className={styles['ends']}>
          {(since !== null || open.data) && (
            <Button look="danger" isBusy={close.isPending} onClick={end}>
              {t('CalendarEnd')}
            </Button>
          )}
          {open.data ? (
            <Button look="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          ) : (
            <Button look="primary" isBusy={open.isPending} onClick={() => open.mutate()}>
              {since === null ? t('CalendarMake') : t('CalendarMakeNew')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Where the browser forbids copying (plain HTTP) the address is selected instead. */
function Address(props: { url: string }): ReactNode {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    document.querySelector<HTMLInputElement>('input[name="calendar-address"]')?.select();
    // Absent on plain-HTTP origins, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(props.url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <TextField
        label={t('CalendarAddress')}
        name="calendar-address"
        readOnly
        value={props.url}
        help={t('CalendarOnce')}
        onFocus={(event) => event.target.select()}
        trailing={<IconButton icon={isCopied ? 'check' : 'copy'} isSmall label={t('Copy')} onClick={copy} />}
      />
      <span role="status" className="visually-hidden">
        {isCopied && t('Copied')}
      </span>
    </>
  );
}
