import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './booking.module.css';

/** BOOK-050: that a booking is one of a row, with the sign that it has in the schedule. */
export function Repeated({ text }: { text: string }): ReactNode {
  return (
    <p className={styles['repeated']}>
      <Icon name="repeat" size={14} />
      {text}
    </p>
  );
}
