import type { ReactNode } from 'react';
import styles from './mark.module.css';

/** The mark of the product: a track that ends where the unit is now. */
export function Mark(props: { size?: number; className?: string }): ReactNode {
  const { size = 28 } = props;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className={props.className}>
      <path
        className={styles['track']}
        d="M5 26.5c6.2 0 8.6-2.6 8.6-6.4 0-4.2-4.9-4.6-4.9-8.5C8.7 8.2 11.5 6 15.5 6c3 0 5.2.9 6.9 2.4"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <path className={styles['faint']} d="M16.6 26.500h4.200c3.6 0 6.2-1.7 6.2-4.7" strokeWidth="3.6" strokeLinecap="round" />
      <circle className={styles['point']} cx="25.2" cy="12.8" r="4.3" />
    </svg>
  );
}
