import { HOUR_MS } from '@spora/calendar/durations';
import type { Alarm } from '@spora/contract/alarms/centre';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

type OpenAlarm = DataOf<'alarms.get'>;

/** What happened so long before and after belongs to one story. */
const AROUND_MS = 12 * HOUR_MS;
const STORY_MAX = 8;

/** Theft mode that something started begins in the very moment of that, and comes after it; the numbers of alarms tell no order. */
const isEffect = ({ kind }: Alarm): number => Number(kind === 'theft-mode');

/** What else the unit raised around that time, in order, with the way that it was taken and the report of the theft. */
export function AlarmStory(props: {
  alarm: OpenAlarm;
  report: { readonly version: number } | null;
  onOpen: (id: number) => void;
}): ReactNode {
  const { alarm, report, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const texts = useAlarmTexts();
  const atMs = Date.parse(alarm.at);
  const imei = alarm.unit?.imei ?? null;
  const isTold = imei !== null && alarm.class === 'security' && !alarm.is_day_only;
  const query = { from: format.day(atMs - AROUND_MS), to: format.day(atMs + AROUND_MS), classes: 'security', limit: 200 };
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'alarms.list', { query: { ...query, imeis: imei ?? '' } }),
    enabled: isTold,
  });
  if (!isTold) return null;
  const near = (data?.alarms ?? [])
    .filter((each) => !each.is_day_only && each.unit?.imei === imei && Math.abs(Date.parse(each.at) - atMs) <= AROUND_MS)
    .toSorted((a, b) => Math.abs(Date.parse(a.at) - atMs) - Math.abs(Date.parse(b.at) - atMs))
    .slice(0, STORY_MAX)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || isEffect(a) - isEffect(b));
  const lastDay = format.day(alarm.ended_at ?? alarm.at);
  return (
    <section className={styles['told']} aria-label={t('AlarmStory')}>
      {near.length > 1 && (
        <>
          <h3>{t('AlarmStory')}</h3>
          <ol className={styles['story']}>
            {near.map((each) => (
              <li key={each.id} aria-current={each.id === alarm.id || undefined}>
                <time dateTime={each.at}>{texts.momentShort(each.at)}</time>
                {each.id === alarm.id ? (
                  <span>{`${texts.what(each)} (${t('AlarmStoryThis')})`}</span>
                ) : (
                  <button type="button" className={styles['link']} onClick={() => onOpen(each.id)}>
                    {texts.what(each)}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      <PageLink
        to={ADDRESSES.map}
        search={{ unit: imei, from: format.day(atMs), to: lastDay, at: alarm.at }}
        className={styles['on'] ?? ''}
      >
        {t('AlarmWay')}
      </PageLink>
      {report && (
        <PageLink to={ADDRESSES.editUnit} search={{ imei, tab: 'theft' }} className={styles['on'] ?? ''}>
          {t('AlarmTheftReportOf', { version: report.version })}
        </PageLink>
      )}
    </section>
  );
}
