import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import styles from './add-phone-dialog.module.css';

const COPIED_SHOWN_MS = 2_000;

/** A value to copy, once nothing is missing in it; where the browser forbids that (plain HTTP), it is selected instead. */
export function CopyField(props: { label: string; value: string; isUnfinished?: boolean }): ReactNode {
  const t = useT();
  const value = useRef<HTMLElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    if (value.current) getSelection()?.selectAllChildren(value.current);
    try {
      await navigator.clipboard.writeText(props.value);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className={styles['copy']}>
      <span className={styles['copyLabel']}>{props.label}</span>
      <code ref={value} className={styles['copyValue']}>
        {props.value}
      </code>
      {!props.isUnfinished && (
        <IconButton
          icon={isCopied ? 'check' : 'copy'}
          isSmall
          label={`${t('Copy')}: ${props.label}`}
          onClick={() => void copy()}
        />
      )}
      <span role="status" className="visually-hidden">
        {isCopied && t('Copied')}
      </span>
    </div>
  );
}
