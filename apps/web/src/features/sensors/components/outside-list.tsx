import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { alarmOf, mayBeOlder, type Outside, shownS } from '../chart-model.ts';
import type { ChartMark } from './chart.tsx';
import styles from './sensors.module.css';

/** BLE-016: each time that a value lay beyond a limit, the newest first: from when to when, how long, how far it went, and its alarm. */
export function OutsideList(props: {
  outside: Outside;
  /** `apartFrom`: as exactly as shows that it is not that. */
  text: (value: number, apartFrom?: number) => string;
  /** When what is asked for begins. */
  fromMs: number;
  /** Of the measure. */
  alarms: readonly ChartMark[];
}): ReactNode {
  const { outside, text, fromMs, alarms } = props;
  const t = useT();
  const format = useFormat();
  const { stretches, times, side, since } = outside;
  return (
    <details className={styles['stretches']}>
      <summary>{t('SensorOutsideWhen', { count: times })}</summary>
      {times > stretches.length && <p className={styles['soft']}>{t('SensorOutsideNewest', { count: stretches.length })}</p>}
      <ul>
        {stretches.map((stretch) => {
          const { at, lasted_s: lastedS, furthest } = stretch;
          const endMs = Date.parse(at) + lastedS * 1000;
          const end = format.day(endMs) === format.day(at) ? format.time(endMs) : format.dateTime(endMs);
          const alarm = alarmOf(stretch, alarms);
          const isWithinMinute = format.dateTime(at) === format.dateTime(endMs);
          return (
            <li key={at}>
              <span>
                <Unbroken>
                  {mayBeOlder(stretch, fromMs)
                    ? t('SensorOutsideAlready', { time: format.dateTime(at), to: end })
                    : at === since
                      ? t('SensorOutsideSince', { time: format.dateTime(at) })
                      : isWithinMinute
                        ? format.dateTime(at)
                        : t('SensorOutsideFromTo', { from: format.dateTime(at), to: end })}
                </Unbroken>
              </span>
              <strong>{format.duration(shownS(stretch))}</strong>
              <span>
                <Unbroken>
                  {t(side === 'above' ? 'SensorHighest' : 'SensorLowest', { value: text(furthest, outside.limit) })}
                </Unbroken>
              </span>
              {alarm && (
                <PageLink to={ADDRESSES.alarms} search={{ state: 'all', alarm: alarm.id }}>
                  {t('SensorOutsideAlarm', { time: format.time(alarm.atMs) })}
                </PageLink>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles['soft']}>{t('SensorOutsideCounted')}</p>
    </details>
  );
}
