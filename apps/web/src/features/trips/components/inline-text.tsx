import { useEffect, useRef, useState, type ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { Draft } from '../use-trip-edits.ts';
import styles from './inline-text.module.css';
import { SaveMark } from './save-mark.tsx';

/** Text that is edited where it stands: Enter or leaving saves, Escape takes back. */
export function InlineText(props: {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  draft: Draft | undefined;
  onChange: (value: string) => void;
  onRetry: () => void;
  isMultiline?: boolean;
  isFramed?: boolean;
  column?: string;
}): ReactNode {
  const shown = props.draft?.value ?? props.value;
  const [text, setText] = useState(shown);
  const [isEditing, setEditing] = useState(false);
  const isCancelled = useRef(false);
  useEffect(() => {
    if (!isEditing) setText(shown);
  }, [shown, isEditing]);

  const commit = (): void => {
    setEditing(false);
    const next = text.trim();
    if (isCancelled.current) setText(shown);
    else if (next !== shown) props.onChange(next);
    else setText(shown);
    isCancelled.current = false;
  };
  const shared = {
    className: cx(styles['input'], props.isFramed && styles['framed']),
    'aria-label': props.label,
    placeholder: props.placeholder,
    value: text,
    maxLength: props.maxLength,
    'data-column': props.column,
    onFocus: () => setEditing(true),
    onBlur: commit,
  };
  return (
    <div className={styles['inline']}>
      {props.isMultiline ? (
        <textarea
          {...shared}
          rows={3}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              isCancelled.current = true;
              event.stopPropagation();
              event.currentTarget.blur();
            }
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.blur();
          }}
        />
      ) : (
        <input
          {...shared}
          type="text"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              isCancelled.current = true;
              event.currentTarget.blur();
            }
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      )}
      <SaveMark draft={props.draft} onRetry={props.onRetry} />
    </div>
  );
}
