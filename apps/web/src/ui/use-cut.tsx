import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useT } from '../lib/i18n.tsx';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

/** How many characters of what is being put into a field find no room; 0 of a field without a bound. */
function overflowOf({ maxLength, value, selectionStart, selectionEnd }: TextElement, added: string): number {
  // A field for e-mail does not tell what is marked in it.
  const replaced = selectionStart === null || selectionEnd === null ? 0 : selectionEnd - selectionStart;
  return maxLength < 0 ? 0 : Math.max(0, value.length - replaced + added.length - maxLength);
}

/**
 * Whether the last thing that was typed or pasted into the field below `place` did not fit: the browser keeps to `maxLength` by leaving the
 * rest out without a word.
 */
export function useCut(): { readonly place: RefObject<HTMLDivElement | null>; readonly isCut: boolean } {
  const place = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = place.current;
    const onBefore = ({ target, inputType, data }: InputEvent): void => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      setCut(inputType.startsWith('insert') && overflowOf(target, data ?? '') > 0);
    };
    element?.addEventListener('beforeinput', onBefore);
    return () => element?.removeEventListener('beforeinput', onBefore);
  }, []);
  return { place, isCut };
}

/** Says that not all of what was typed stands in the field, and how much may. */
export function CutNote({ id, max }: { id: string; max: number }): ReactNode {
  const t = useT();
  return (
    <p id={id} className={styles['error']} data-question role="alert">
      <Icon name="alert" size={14} />
      {t('TextCut', { count: max })}
    </p>
  );
}
