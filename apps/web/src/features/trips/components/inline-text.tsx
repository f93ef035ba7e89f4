import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { CutNote, useCut } from '../../../ui/use-cut.tsx';
import type { Draft } from '../use-field-drafts.ts';
import styles from './inline-text.module.css';
import { SaveMark } from './save-mark.tsx';
import { fittingSuggestions, SuggestionList, type Suggestion } from './suggestion-list.tsx';

/**
 * Text that is edited where it stands: Enter or leaving saves, Escape takes back. Suggestions open for a finger, while typing, and
 * with Alt and the arrow down: the plain arrows are for the rows.
 */
export function InlineText(props: {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  draft: Draft | undefined;
  /** `began`: what stood there when it was come to. */
  onChange: (value: string, began: string) => void;
  onRetry: () => void;
  /** It goes away with something typed in it that was not sent. */
  onLeft?: (value: string) => void;
  onFocus?: () => void;
  suggestions?: readonly Suggestion[];
  isMultiline?: boolean;
  isFramed?: boolean;
  /** Something must be here and is not; the placeholder says so. */
  isMissing?: boolean;
  column?: string;
}): ReactNode {
  const shown = props.draft?.value ?? props.value;
  const [text, setText] = useState(shown);
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const isCancelled = useRef(false);
  // Somebody else may change it while it is being typed in.
  const began = useRef(shown);
  const listId = useId();
  const cutId = useId();
  const { place, isCut } = useCut();
  const showsCut = isCut && isEditing;
  useEffect(() => {
    if (!isEditing) setText(shown);
  }, [shown, isEditing]);

  const unsent = useRef<(() => void) | null>(null);
  useEffect(() => {
    unsent.current = isEditing && text.trim() !== shown ? () => props.onLeft?.(text.trim()) : null;
  });
  useEffect(() => () => unsent.current?.(), []);

  const fitting = fittingSuggestions(props.suggestions ?? [], text, shown);
  const isListed = isEditing && isOpen && fitting.length > 0;

  const commit = (value: string): void => {
    setEditing(false);
    setOpen(false);
    setAt(-1);
    const next = value.trim();
    if (isCancelled.current || next === shown || next === began.current) setText(shown);
    else {
      setText(next);
      props.onChange(next, began.current);
    }
    isCancelled.current = false;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    const { key } = event;
    if (isListed && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault();
      setAt((before) => Math.max(-1, Math.min(fitting.length - 1, before + (key === 'ArrowDown' ? 1 : -1))));
    } else if (key === 'ArrowDown' && event.altKey) {
      event.preventDefault();
      setOpen(true);
    } else if (key === 'Escape') {
      if (props.isMultiline || isListed) event.stopPropagation();
      if (isListed) {
        setOpen(false);
        setAt(-1);
        return;
      }
      isCancelled.current = true;
      event.currentTarget.blur();
    } else if (key === 'Enter' && (!props.isMultiline || event.ctrlKey || event.metaKey)) {
      const chosen = isListed ? fitting[at] : undefined;
      if (chosen) {
        commit(chosen.text);
        isCancelled.current = true;
      }
      event.currentTarget.blur();
      isCancelled.current = false;
    }
  };
  const shared = {
    className: cx(styles['input'], props.isFramed && styles['framed'], props.isMissing && styles['missing']),
    'aria-label': props.label,
    placeholder: props.placeholder,
    value: text,
    maxLength: props.maxLength,
    'aria-describedby': showsCut ? cutId : undefined,
    'data-column': props.column,
    // What is being saved, or was not, is told beside it.
    'data-may-stay-empty': props.isMissing || props.draft ? undefined : 'true',
    // Nothing of it is unsaved: the undo key takes back the last change of the log.
    'data-clean': text === shown ? 'true' : undefined,
    onFocus: () => {
      began.current = shown;
      setEditing(true);
      props.onFocus?.();
    },
    onBlur: () => commit(text),
    onChange: (event: { target: { value: string } }) => {
      setText(event.target.value);
      setOpen(true);
      setAt(-1);
    },
    onKeyDown,
  };
  return (
    <div ref={place} className={styles['inline']}>
      {props.isMultiline ? (
        <textarea {...shared} rows={3} />
      ) : (
        <input
          {...shared}
          type="text"
          onPointerDown={() => setOpen(true)}
          {...(props.suggestions && {
            role: 'combobox',
            autoComplete: 'off',
            'aria-autocomplete': 'list' as const,
            'aria-expanded': isListed,
            'aria-controls': isListed ? listId : undefined,
            'aria-activedescendant': isListed && at >= 0 ? `${listId}-${at}` : undefined,
          })}
        />
      )}
      {isListed && (
        <SuggestionList
          id={listId}
          label={props.label}
          suggestions={fitting}
          at={at}
          onChoose={(chosen) => {
            commit(chosen);
            isCancelled.current = true;
            if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
            isCancelled.current = false;
          }}
        />
      )}
      {showsCut && <CutNote id={cutId} max={props.maxLength} />}
      <SaveMark draft={props.draft} onRetry={props.onRetry} />
    </div>
  );
}
