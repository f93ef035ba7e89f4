import { addMonths } from '@spora/calendar/days';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { ReactNode } from 'react';
import { type AlarmMark, useHadNoAlarms } from '../../alarms/public/alarms-of-unit.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { HistoryData } from '../history-model.ts';
import styles from './history-rows.module.css';

/** MAP-029: what the marks of a period on map and chart are, in order of time, each the way to its alarm. */
export function HistoryAlarms(props: { alarms: readonly AlarmMark[]; isOneDay: boolean }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { alarms, isOneDay } = props;
  if (alarms.length === 0) return null;
  const time = (ms: number): string => (isOneDay ? format.time(ms) : format.shortMoment(ms));
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

/**
 * That a period had no alarms, where that is known of all of it: where some is private or withheld, alarms may be as well, before the
 * unit's first position nobody watched, and alarms are forgotten before positions where an account keeps those for longer.
 */
export function HistoryWithoutAlarms(props: {
  imei: string;
  range: { readonly from: string; readonly to: string };
  today: string;
  data: Pick<HistoryData, 'breaks' | 'private_blocks' | 'begins_at'>;
}): ReactNode {
  const { imei, range, today, data } = props;
  const t = useT();
  const hadNone = useHadNoAlarms(imei, range);
  const isKept = range.from > addMonths(today, -LOG_MAX_MONTHS);
  const isWhole = data.private_blocks.length === 0 && data.breaks.length === 0 && data.begins_at === undefined;
  return hadNone && isKept && isWhole ? <p className={styles['without']}>{t('HistoryNoAlarms')}</p> : null;
}
