import type { ReactNode } from 'react';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './history-rows.module.css';

/** MAP-029: what the marks of a period on map and chart are, in order of time, each the way to its alarm. */
export function HistoryAlarms(props: { alarms: readonly AlarmMark[]; isOneDay: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { alarms, isOneDay } = props;
  if (alarms.length === 0) return null;
  const time = (ms: number): string => (isOneDay ? format.time(ms) : format.dateTime(ms).slice(5));
  return (
    <>
      <h3 className={styles['heading']}>{t('HistoryAlarms', { count: alarms.length })}</h3>
      <ul className={styles['rows']}>
        {alarms
          .toSorted((a, b) => a.timeMs - b.timeMs || a.id - b.id)
          .map(({ id, timeMs, text }) => (
            <li key={id} className={styles['row']}>
              <PageLink to={ADDRESSES.alarms} search={{ state: 'all', alarm: id }} className={styles['press']}>
                <span className={styles['time']}>{time(timeMs)}</span>
                <span className={styles['what']}>{text}</span>
                <Icon name="chevron-right" size={16} />
              </PageLink>
            </li>
          ))}
      </ul>
    </>
  );
}
