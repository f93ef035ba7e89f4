import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Outside } from '../chart-model.ts';
import styles from './sensors.module.css';

/** BLE-016: each time that a value lay beyond a limit, the newest first: when, how long, how far it went. */
export function OutsideList({ outside, text }: { outside: Outside; text: (value: number) => string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { stretches, times, side } = outside;
  return (
    <details className={styles['stretches']}>
      <summary>{t('SensorOutsideWhen', { count: times })}</summary>
      {times > stretches.length && <p className={styles['soft']}>{t('SensorOutsideNewest', { count: stretches.length })}</p>}
      <ul>
        {stretches.map(({ at, lasted_s: lastedS, furthest }) => (
          <li key={at}>
            <time dateTime={at}>{format.dateTime(at)}</time>
            <strong>{format.duration(Math.max(1, lastedS))}</strong>
            <span>
              <Unbroken>{t(side === 'above' ? 'SensorHighest' : 'SensorLowest', { value: text(furthest) })}</Unbroken>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
