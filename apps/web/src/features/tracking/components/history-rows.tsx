import type { Format } from '@spora/messages/format';
import { nearText } from '@spora/messages/near';
import type { Translate } from '@spora/messages/translate';
import { memo, useMemo, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import {
  type DayOfHistory,
  daysOf,
  isWithin,
  lengthMs,
  periodOf,
  standingWithin,
  stopWithin,
  type HistoryData,
  type HistoryPoint,
  type Span,
} from '../history-model.ts';
import type { HistoryDrive } from '../use-history.ts';
import type { LookedAt } from '../use-looked-at.ts';
import styles from './history-rows.module.css';

type Stop = HistoryData['stops'][number];

interface RowsProps extends Pick<LookedAt, 'onShowStop' | 'onShowDrive'> {
  readonly data: HistoryData;
  readonly points: readonly HistoryPoint[];
  readonly drives: readonly HistoryDrive[];
  readonly range: { readonly from: string; readonly to: string };
  readonly imei: string;
  /** The unit was still on its way at its last position. */
  readonly isUnderWay: boolean;
  /** When the stop or drive begins, within the period, on which the cursor stands. */
  readonly currentMs: number | null;
  /** The drive that was pressed. */
  readonly chosen: HistoryDrive | null;
  readonly onRange: (range: { from: string; to: string }) => void;
}

/** The stops of a period and the drives between them, in order of time, and when it is private. */
export const HistoryRows = memo(function HistoryRows(props: RowsProps): ReactNode {
  const { data, points, drives, range } = props;
  const t = useT();
  const format = useFormat();
  const isOneDay = range.from === range.to;
  const period = useMemo(() => periodOf(range, format.timeZone), [range, format]);
  const told = useMemo(() => data.stops.filter((stop) => isWithin(stop, period)), [data, period]);
  const days = useMemo(() => {
    if (isOneDay) return [];
    const breaks = data.breaks.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
    const of = { stops: told, breaks, hidesSpeed: data.hides_speed ?? false };
    return daysOf(of, points, { period, dayOf: format.day });
  }, [isOneDay, data, told, points, period, format]);
  const texts = useStopTexts(told, period, range);
  const drivesOn = useMemo(
    () => Map.groupBy(drives, ({ fromMs }) => format.day(Math.max(fromMs, period.fromMs))),
    [drives, period, format],
  );
  // Where the drive to a stop is listed, the way to its trip stands there.
  const reached = useMemo(() => new Set(drives.map((drive) => drive.reached)), [drives]);
  const endless = props.isUnderWay ? drives.at(-1) : undefined;
  const endlessUntilMs = useNow() < period.toMs ? null : period.toMs;
  const of = { texts, period, imei: props.imei };
  const isCurrent = (fromMs: number): boolean => props.currentMs === fromMs;
  const rows = (stops: readonly Stop[], driven: readonly HistoryDrive[]): ReactNode => (
    <ul className={styles['rows']}>
      {inOrder(stops, driven).map((row) =>
        'fromMs' in row ? (
          <DriveRow
            key={row.fromMs}
            {...of}
            drive={row}
            untilMs={row === endless ? endlessUntilMs : row.toMs}
            isChosen={row === props.chosen}
            isCurrent={isCurrent(row.fromMs)}
            onShow={props.onShowDrive}
          />
        ) : (
          <StopRow
            key={row.from}
            {...of}
            stop={row}
            isReached={reached.has(row)}
            isCurrent={isCurrent(Date.parse(row.from)) || isCurrent(Math.max(Date.parse(row.from), period.fromMs))}
            onShow={props.onShowStop}
          />
        ),
      )}
    </ul>
  );
  const counts = [
    told.length > 0 && t('StopsCount', { count: told.length }),
    drives.length > 0 && t('DrivesCount', { count: drives.length }),
  ].filter((count) => count !== false);
  return (
    <>
      {data.private_blocks.map((block) => (
        <p key={block.from} className={styles['privateBlock']}>
          <Icon name="lock" size={16} />
          {block.is_hidden && block.to
            ? t('HistoryHidden', { from: texts.time(block.from), to: texts.time(block.to) })
            : t('PrivateBlockHelp', { from: texts.time(block.from), to: block.to ? texts.time(block.to) : '' })}
        </p>
      ))}
      {isOneDay && counts.length > 0 && (
        <>
          <h3 className={styles['heading']}>{counts.join(' · ')}</h3>
          {rows(told, drives)}
        </>
      )}
      {days.map((day) => (
        <section key={day.day}>
          <DayHead day={day} onShow={() => props.onRange({ from: day.day, to: day.day })} />
          {rows(day.stops, drivesOn.get(day.day) ?? [])}
        </section>
      ))}
    </>
  );
});

/** Stops and drives as they followed each other. */
function inOrder(stops: readonly Stop[], drives: readonly HistoryDrive[]): (Stop | HistoryDrive)[] {
  const beginning = (row: Stop | HistoryDrive): number => ('fromMs' in row ? row.fromMs : Date.parse(row.from));
  return [...stops, ...drives].toSorted((a, b) => beginning(a) - beginning(b));
}

/** Of a row: the same while playback moves past the others, so that of a month's rows only two are made anew. */
interface RowProps {
  readonly texts: StopTexts;
  readonly period: Span;
  readonly imei: string;
  /** The cursor stands on it. */
  readonly isCurrent: boolean;
}

const StopRow = memo(function StopRow(
  props: RowProps & { readonly stop: Stop; readonly isReached: boolean; readonly onShow: (stop: Stop) => void },
): ReactNode {
  const { stop, period, texts } = props;
  const format = useFormat();
  return (
    <li className={cx(styles['row'], styles['stop'])}>
      <button
        type="button"
        className={styles['press']}
        aria-current={props.isCurrent ? true : undefined}
        onClick={() => props.onShow(stop)}
      >
        <span className={styles['time']}>{texts.span(stop)}</span>
        <span className={styles['what']}>
          {texts.name(stop)}
          {stop.to && <WholeStop from={stop.from} to={stop.to} period={period} />}
        </span>
        <span className={styles['length']}>
          {stop.to === null ? (
            <StandingUntilNow from={stop.from} period={period} />
          ) : (
            format.duration(standingWithin({ from: stop.from, to: stop.to }, period))
          )}
        </span>
      </button>
      <TripLink {...props} stop={props.isReached ? null : stop} />
    </li>
  );
});

/** How long it has stood there. Of a stop that goes on since an earlier day the day stands beside it: then it is all of it, as map and card tell it. */
function StandingUntilNow({ from, period }: { readonly from: string; readonly period: Span }): ReactNode {
  const format = useFormat();
  const now = useNow();
  return format.duration(
    Date.parse(from) < period.fromMs
      ? (now - Date.parse(from)) / 1000
      : standingWithin({ from, to: new Date(now).toISOString() }, period),
  );
}

const DriveRow = memo(function DriveRow(
  props: RowProps & {
    readonly drive: HistoryDrive;
    /** When it ended, or the period did; null: it goes on. */
    readonly untilMs: number | null;
    /** It was pressed. */
    readonly isChosen: boolean;
    readonly onShow: (drive: HistoryDrive) => void;
  },
): ReactNode {
  const { drive, texts, untilMs, isChosen } = props;
  const t = useT();
  const format = useFormat();
  const measures = useUnitMeasures();
  const span = { fromMs: drive.fromMs, toMs: untilMs ?? drive.toMs };
  // The rows beside it say so; of the one that is looked at it stands in one line.
  const between = [
    drive.left && t('DriveFrom', { place: texts.road(drive.left) }),
    drive.reached && t('DriveTo', { place: texts.road(drive.reached) }),
  ].filter(Boolean);
  return (
    <li className={cx(styles['row'], styles['drive'])}>
      <button
        type="button"
        className={styles['press']}
        aria-pressed={isChosen}
        aria-current={props.isCurrent ? true : undefined}
        onClick={() => props.onShow(drive)}
      >
        <span className={styles['time']}>
          {texts.span({
            from: new Date(drive.fromMs).toISOString(),
            to: untilMs === null ? null : new Date(untilMs).toISOString(),
          })}
        </span>
        <span className={styles['what']}>
          {[t('Drive'), drive.distanceM !== null && measures.distance(drive.distanceM)].filter(Boolean).join(' ')}
          {isChosen && between.length > 0 && <span className={styles['more']}>{between.join(' ')}</span>}
        </span>
        <span className={styles['length']}>
          {/* Within one minute of the clock, and a drive all the same. */}
          {format.duration((lengthMs(span) || span.toMs - span.fromMs) / 1000)}
        </span>
      </button>
      <TripLink {...props} stop={drive.reached} />
    </li>
  );
});

/** The log of the day on which the trip ended that led to a stop, with the trip open. */
const tripLink = (trip: number, unit: string, day: string) => ({ period: 'custom', from: day, to: day, unit, trip }) as const;

function TripLink({ stop, imei, texts }: Pick<RowProps, 'imei' | 'texts'> & { stop: Stop | null }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (stop === null || stop.trip_id === null) return <span className={styles['noTrip']} />;
  const label = t('TripToStop', { time: texts.time(stop.from) });
  return (
    <PageLink
      to={ADDRESSES.tripLog}
      search={tripLink(stop.trip_id, imei, format.day(stop.from))}
      className={cx(buttonClass({ look: 'quiet' }, true), styles['toTrip'])}
      aria-label={label}
      title={label}
    >
      <Icon name="log" size={18} />
    </PageLink>
  );
}

/** A day of several: how far it went and how often it stopped, and the way to it alone. */
function DayHead({ day, onShow }: { day: DayOfHistory<Stop>; onShow: () => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const measures = useUnitMeasures();
  const facts = [
    day.distanceM !== null && measures.distance(day.distanceM),
    day.stops.length > 0 && t('StopsCount', { count: day.stops.length }),
  ].filter((fact) => fact !== false);
  return (
    <h3 className={styles['day']}>
      <button type="button" className={styles['dayButton']} title={t('ShowDayAlone')} onClick={onShow}>
        <span>{`${format.weekday(day.day)} ${day.day}`}</span>
        <span className={styles['dayFacts']}>{facts.join(' · ')}</span>
        <Icon name="chevron-right" size={16} />
      </button>
    </h3>
  );
}

interface StopTexts {
  /** A time, with its day where that is another than the one shown. */
  readonly time: (instant: string) => string;
  /** Where a stop was. */
  readonly name: (stop: Stop) => string;
  /** Where a drive leads from or to, within a sentence. */
  readonly road: (stop: Stop) => string;
  /** From when until when; `to` null: it goes on. */
  readonly span: (of: Pick<Stop, 'from' | 'to'>) => string;
}

/** When and where the stops of a period were, and when it drove. Of several days the day on which one begins stands above it. */
function useStopTexts(all: readonly Stop[], period: Span, range: RowsProps['range']): StopTexts {
  const t = useT();
  const format = useFormat();
  return useMemo(() => stopTexts(all, { period, range, t, format }), [all, period, range, t, format]);
}

function stopTexts(
  all: readonly Stop[],
  {
    period,
    range,
    t,
    format,
  }: { readonly period: Span; readonly range: RowsProps['range']; readonly t: Translate; readonly format: Format },
): StopTexts {
  const addressOf = ({ address, address_is_approximate: isNear, lat, lng }: Stop): string => {
    if (address === null) return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    return isNear ? nearText(address, t) : address;
  };
  // A place that is large has stops in several streets: then the street tells them apart.
  const addressesIn = new Map(
    [...Map.groupBy(all, ({ place }) => place)].map(([place, of]) => [place, new Set(of.map(({ address }) => address)).size]),
  );
  return {
    // In a history of one day only what lies outside it needs its date.
    time: (instant) =>
      range.from === range.to && format.day(instant) === range.from ? format.time(instant) : format.shortMoment(instant),
    name: (stop) => {
      if (stop.place === undefined) return addressOf(stop);
      const isLarge = (addressesIn.get(stop.place) ?? 0) > 1;
      return isLarge && stop.address !== null ? `${stop.place} · ${addressOf(stop)}` : stop.place;
    },
    road: ({ place, address, lat, lng }) => place ?? address ?? `${lat.toFixed(5)}, ${lng.toFixed(5)}`,
    // What of the stop lies in the days shown: its length beside it is of that.
    span: ({ from, to }) => {
      if (to === null) {
        const isBefore = Date.parse(from) < period.fromMs;
        return t('StopUntilNow', { time: isBefore ? format.shortMoment(from) : format.time(from) });
      }
      const shown = stopWithin({ from, to }, period);
      const [begin, end] = [shown.fromMs, shown.toMs].map((ms) => new Date(ms).toISOString()) as [string, string];
      // The day's end is its own 24:00, also where what follows is not told.
      const isToTheEnd = shown.toMs === period.toMs;
      const endDay = isToTheEnd ? range.to : format.day(end);
      const clock = isToTheEnd ? '24:00' : format.time(end);
      const until = endDay === format.day(begin) ? `–${clock}` : ` – ${format.shortDay(endDay)} ${clock}`;
      return `${format.time(begin)}${until}`;
    },
  };
}

/** How long a stop was in all, where the days shown hold a part of it. */
function WholeStop(props: { from: string; to: string; period: Span }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { from, to, period } = props;
  const { beginsBefore, endsAfter } = stopWithin({ from, to }, period);
  if (!beginsBefore && !endsAfter) return null;
  const [since, until] = [from, to].map(format.shortMoment) as [string, string];
  const length = format.duration(lengthMs({ fromMs: Date.parse(from), toMs: Date.parse(to) }) / 1000);
  return <span className={styles['more']}>{t('WholeStop', { from: since, to: until, length })}</span>;
}
