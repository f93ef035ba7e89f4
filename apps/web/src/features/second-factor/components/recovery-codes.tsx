import { useState, type ReactNode } from 'react';
import { saveText } from '../../../lib/download.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from '../factors.module.css';

/** Ten codes, seen once; nobody goes on without having said that they keep them: its dialog has no other way out. */
export function RecoveryCodes(props: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const { codes } = props;
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = (): void => {
    const clipboard = navigator.clipboard as Clipboard | undefined;
    void clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className={styles['form']}>
      <p>{t('RecoveryCodesLead')}</p>
      <ul className={styles['codes']} aria-label={t('FactorCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles['ends']}>
        <Button icon="copy" onClick={copy}>
          {isCopied ? t('CodesCopied') : t('CodesCopy')}
        </Button>
        <Button icon="download" onClick={() => saveText(text, t('CodesFile'))}>
          {t('CodesDownload')}
        </Button>
        <Button look="primary" onClick={props.onDone}>
          {t('CodesSaved')}
        </Button>
      </div>
    </div>
  );
}
