import { useId, type ReactNode } from 'react';
import styles from './summary-bars.module.css';

export interface MonthBar {
  readonly month: string;
  readonly value: number;
  readonly text: string;
}

/** Months beside each other as bars, from the first with something to the last; the table below has the numbers. */
export function MonthBars({ title, bars }: { title: string; bars: readonly MonthBar[] }): ReactNode {
  const id = useId();
  const hasSome = ({ value }: MonthBar): boolean => value > 0;
  const shown = bars.slice(Math.max(0, bars.findIndex(hasSome)), bars.findLastIndex(hasSome) + 1);
  const most = Math.max(0, ...shown.map(({ value }) => value));
  if (!(most > 0)) return null;
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{title}</span>
      </figcaption>
      <div className={styles['bars']} aria-hidden="true">
        {shown.map(({ month, value, text }) => (
          <div key={month} className={styles['column']}>
            <span className={styles['value']}>{text}</span>
            <span className={styles['bar']} style={{ height: `${(value / most) * 100}%` }}>
              {value > 0 && <span className={styles['part']} data-type="all" style={{ flexGrow: 1 }} />}
            </span>
            <span className={styles['month']}>{month}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}
