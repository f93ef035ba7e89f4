import { HOUR_MS } from '@spora/calendar/durations';
import type { Alarm } from '@spora/contract/alarms/centre';
import type { DataOf } from '@spora/contract/endpoint-map';
import { isArmedPlace } from '@spora/contract/alarms/kinds';
import { useQueries, useQuery } from '@tanstack/react-query';
import { nearText } from '@spora/messages/near';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { TheftReportSeen } from '../../object-description/public/use-theft-report.ts';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { alarmQuery } from './queries.ts';
import { clockS, useAlarmTexts } from './use-alarm-texts.ts';
import styles from './centre.module.css';

type OpenAlarm = DataOf<'alarms.get'>;

/** What happened so long before and after belongs to one story. */
const AROUND_MS = 12 * HOUR_MS;
const STORY_MAX = 8;

/** Theft mode that something started begins in the very moment of that, and comes after it; the numbers of alarms tell no order. */
const isEffect = ({ kind }: Alarm): number => Number(kind === 'theft-mode');

interface Stood {
  readonly from: string;
  readonly to: string;
  /** In words, an address that is not exact too. */
  readonly where: string;
  readonly isNear: boolean;
}

/** Where it stood from the first of these alarms to the end of the last: of what is taken and brought back, what lies between. Where it stands now is told elsewhere. */
function useStood(imei: string | null, near: readonly Alarm[]): readonly Stood[] {
  const t = useT();
  const from = near[0]?.at;
  const to = near.map(({ at, ended_at: ended }) => ended ?? at).reduce((a, b) => (a > b ? a : b), '');
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'tracking.history', { query: { imei: imei ?? '', from: from ?? '', to } }),
    enabled: imei !== null && from !== undefined && to > from,
    retry: false,
  });
  return (data?.stops ?? []).flatMap((stop) => {
    const { from: since, to: until, address, place } = stop;
    const isNear = place === undefined && stop.address_is_approximate;
    const where = place ?? (address && isNear ? nearText(address, t) : address);
    const isBetween = until !== null && until <= to && since >= (from ?? '');
    return isBetween && where ? [{ from: since, to: until, where, isNear }] : [];
  });
}

interface Outcome {
  readonly id: string;
  readonly at: string;
  readonly what: string;
}

/** How it ended, as far as that is known: back in the zone that it left, theft mode off, and who said that this one is dealt with. */
function useOutcomes(alarm: OpenAlarm, near: readonly Alarm[]): readonly Outcome[] {
  const t = useT();
  const send = useSend();
  const told = useQueries({
    queries: near
      .filter(({ id, kind }) => id !== alarm.id && (kind === 'zone-left' || kind === 'theft-mode'))
      .map(({ id }) => ({ ...alarmQuery(send, id), retry: false })),
  }).flatMap(({ data }) => data ?? []);
  const of = [alarm, ...told];
  const isTold = (at: string): boolean =>
    near.some((each) => each.kind === 'zone-entered' && Math.abs(Date.parse(each.at) - Date.parse(at)) < 60_000);
  const back = of.flatMap(({ id, kind, subject, crossed_back_at: at }): Outcome[] =>
    kind !== 'zone-left' || at === null || isTold(at)
      ? []
      : [
          {
            id: `back ${id}`,
            at,
            what: isArmedPlace(kind, subject) ? t('AlarmArmed_zone-entered') : t('AlarmStoryBack', { zone: subject }),
          },
        ],
  );
  const off = of.flatMap(({ id, kind, at, ended_at: ended, ended_by: by }): Outcome[] =>
    kind !== 'theft-mode' || ended === null || ended < at
      ? []
      : [{ id: `off ${id}`, at: ended, what: by === null ? t('AlarmStoryTheftOff') : t('AlarmEndedBy-theft', { name: by }) }],
  );
  const { state, handled } = alarm;
  const done =
    state === 'handled' && handled ? [{ id: 'handled', at: handled.at, what: t('AlarmStoryHandled', { name: handled.by }) }] : [];
  // Several alarms of one zone, or of one theft, end in the same moment.
  return [...back, ...off, ...done].filter(
    ({ at, what }, index, all) => all.findIndex((each) => each.at === at && each.what === what) === index,
  );
}

/** What else the unit raised around that time and how it ended, in order, with the way that it was taken and the report of the theft. */
export function AlarmStory(props: { alarm: OpenAlarm; report: TheftReportSeen | null; onOpen: (id: number) => void }): ReactNode {
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
  const near = (data?.alarms ?? [])
    .filter((each) => !each.is_day_only && each.unit?.imei === imei && Math.abs(Date.parse(each.at) - atMs) <= AROUND_MS)
    .toSorted((a, b) => Math.abs(Date.parse(a.at) - atMs) - Math.abs(Date.parse(b.at) - atMs))
    .slice(0, STORY_MAX)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || isEffect(a) - isEffect(b));
  const stood = useStood(isTold ? imei : null, near);
  const outcomes = useOutcomes(alarm, isTold ? near : []);
  if (!isTold) return null;
  const minutes = near.map(({ at }) => texts.momentShort(at));
  // Of one minute the seconds say what came first.
  const timeOf = ({ at }: Alarm): string => {
    const minute = texts.momentShort(at);
    return minutes.filter((each) => each === minute).length > 1 ? minute + format.exactTime(at).slice(16) : minute;
  };
  const rows = [
    ...near.map((each) => ({
      id: `alarm ${each.id}`,
      at: each.at,
      time: timeOf(each),
      isThis: each.id === alarm.id,
      what:
        each.id === alarm.id ? (
          <span>{`${texts.what(each)} (${t('AlarmStoryThis')})`}</span>
        ) : (
          <button type="button" className={styles['link']} onClick={() => onOpen(each.id)}>
            {texts.what(each)}
          </button>
        ),
    })),
    ...stood.map(({ from, to, where, isNear }) => ({
      id: `stood ${from}`,
      at: from,
      time: texts.momentShort(from),
      isThis: false,
      what: (
        <span>
          <Unbroken>
            {t(isNear ? 'AlarmStoodNear' : 'AlarmStood', {
              where,
              time: format.day(from) === format.day(to) ? format.time(to) : texts.momentShort(to),
              duration: format.duration(Math.max(1, clockS(Date.parse(from), Date.parse(to)))),
            })}
          </Unbroken>
        </span>
      ),
    })),
    ...outcomes.map(({ id, at, what }) => ({
      id,
      at,
      time: texts.momentShort(at),
      isThis: false,
      what: (
        <span>
          <Unbroken>{what}</Unbroken>
        </span>
      ),
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const lastDay = format.day(alarm.ended_at ?? alarm.at);
  return (
    <section className={styles['told']} aria-label={t('AlarmStory')}>
      {rows.length > 1 && (
        <>
          <h3>{t('AlarmStory')}</h3>
          <ol className={styles['story']}>
            {rows.map(({ id, at, time, isThis, what }) => (
              <li key={id} aria-current={isThis || undefined}>
                <time dateTime={at}>{time}</time>
                {what}
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
      {report?.shares.map(({ id, created_at: at, created_by: by, recipient }) => (
        <p key={id} className={styles['soft']}>
          <Unbroken>{t('AlarmTheftReportShared', { name: recipient, by, time: texts.momentShort(at) })}</Unbroken>
        </p>
      ))}
    </section>
  );
}
