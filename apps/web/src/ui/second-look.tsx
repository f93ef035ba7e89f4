import { useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './second-look.module.css';

/** What was typed looks odd and may be right: said beside it, and it can be saved as it is. */
export const SecondLook = (props: { text: string }): ReactNode => (
  <span className={styles['look']} role="status">
    <Icon name="alert" size={14} />
    {props.text}
  </span>
);

/**
 * Asks once about what looks odd before it is sent: `holds` tells whether this is the time to ask, and from then on the same may go. `odd`
 * says what it is, with what was typed; null: nothing is. `isAsked` while it is asked about, whoever may be typing.
 */
export function useAskedOnce(odd: string | null): { readonly isAsked: boolean; readonly holds: () => boolean } {
  const [asked, setAsked] = useState<string | null>(null);
  const isAsked = odd !== null && asked === odd;
  return {
    isAsked,
    holds: () => {
      if (odd === null || isAsked) return false;
      setAsked(odd);
      return true;
    },
  };
}

/** Whether nobody is typing in a field just now: what is half written looks odd by itself. */
export function useIsLeft(): { readonly isLeft: boolean; readonly onFocus: () => void; readonly onBlur: () => void } {
  const [isLeft, setIsLeft] = useState(true);
  return { isLeft, onFocus: () => setIsLeft(false), onBlur: () => setIsLeft(true) };
}
