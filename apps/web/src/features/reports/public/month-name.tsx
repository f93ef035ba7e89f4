import type { ReactNode } from 'react';
import styles from './month-name.module.css';

/** More than so many bars may be narrower than the names of their months. */
export const MONTHS_IN_FULL = 6;

/** `2026-04` under a bar. Of many in a narrow chart the month alone, and the year under the first of each; two years have no room side by side. */
export function MonthName(props: { month: string; isFirst: boolean; isOfMany: boolean }): ReactNode {
  const [year, month = ''] = props.month.split('-');
  const isNewYear = month === '01' || (props.isFirst && month !== '12');
  return (
    <span className={styles['name']} data-of-many={props.isOfMany} data-new-year={isNewYear}>
      <span className={styles['year']}>
        {year}
        <span className={styles['dash']}>-</span>
      </span>
      {month}
    </span>
  );
}
