import { Fragment, type ReactNode } from 'react';
import styles from './parts-text.module.css';

/** `13,2 nm · 57,7 km` in a narrow place: each measure in a line of its own. A phone's cards have room for one line. */
export function PartsText(props: { text: string }): ReactNode {
  const parts = props.text.split(' · ');
  if (parts.length === 1) return props.text;
  return (
    <span className={styles['parts']}>
      {parts.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && <span className={styles['between']}> · </span>}
          <span className={styles['part']}>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
