import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from '../integrations.module.css';

/** A secret that the server answered this once. Where the browser forbids copying (plain HTTP) it is selected instead. */
export function ShownOnce(props: { label: string; secret: string; onClose: () => void }): ReactNode {
  const t = useT();
  const field = useRef<HTMLDivElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    field.current?.querySelector('input')?.select();
    // Absent on plain-HTTP origins, whatever its type says.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(props.secret).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className={styles['form']} ref={field}>
      <Banner tone="warning">{t('ShownOnce')}</Banner>
      <TextField
        label={props.label}
        name="shown-once"
        readOnly
        value={props.secret}
        onFocus={(event) => event.target.select()}
        trailing={<IconButton icon={isCopied ? 'check' : 'copy'} isSmall label={t('Copy')} onClick={copy} />}
      />
      <span role="status" className="visually-hidden">
        {isCopied && t('Copied')}
      </span>
      <div className={styles['ends']}>
        <Button look="primary" onClick={props.onClose}>
          {t('ShownOnceKept')}
        </Button>
      </div>
    </div>
  );
}
