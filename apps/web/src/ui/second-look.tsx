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

/** Whether nobody is typing in a field just now: what is half written looks odd by itself. */
export function useIsLeft(): { readonly isLeft: boolean; readonly onFocus: () => void; readonly onBlur: () => void } {
  const [isLeft, setIsLeft] = useState(true);
  return { isLeft, onFocus: () => setIsLeft(false), onBlur: () => setIsLeft(true) };
}
