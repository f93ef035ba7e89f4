import { nearText } from '@spora/messages/near';
import { DAY_MS } from '@spora/calendar/durations';
import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { addressQuery } from '../../../lib/address-at.ts';
import { useNow } from '../../../lib/age.ts';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { useFocusIfLost } from '../../../lib/use-focus-if-lost.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { SPEED_COLOURS } from '../../../map/speed-colours.ts';
import { useIsBoat, useUnitMeasures } from '../../../lib/unit-measures.tsx';
import {
  type DayOfHistory,
  daysOf,
  isShortlyAfter,
  isWithin,
  knownWithin,
  lengthMs,
  limitedRange,
  periodOf,
  standingWithin,
  stopWithin,
  type HistoryData,
  type HistoryPoint,
  type Span,
} from '../history-model.ts';
import { isPause, stopIndexAt } from '../stop-model.ts';
import type { ExportFormat, History } from '../use-history.ts';
import { DrivenDays } from './driven-days.tsx';
import { HistoryAlarms } from './history-alarms.tsx';
import styles from './history-panel.module.css';

interface PeriodProps {
  readonly unitName: string;
  readonly range: { readonly from: string; readonly to: string };
  readonly today: string;
  readonly onRange: (range: { from: string; to: string }) => void;
  readonly onClose: () => void;
  readonly onExport: (format: ExportFormat) => void;
}

export interface HistoryPanelProps extends History, PeriodProps {
  readonly imei: string;
  readonly onShowStop: (stop: HistoryData['stops'][number]) => void;
  /** Of the period, as map and chart mark them. */
  readonly alarms: readonly AlarmMark[];
  /** Playback and speed, where the map has no room for them below it. */
  readonly timeline?: ReactNode;
}

/** A unit's history: period, totals, stops and download (MAP-014, MAP-015, MAP-030). */
export function HistoryPanel(props: HistoryPanelProps): ReactNode {
  const t = useT();
  const section = useRef<HTMLElement>(null);
  useFocusIfLost(section);
  useHeadHeight(section);
  const { unitName, range, today, onRange, onClose, onExport } = props;
  return (
    <section ref={section} tabIndex={-1} className={styles['panel']} aria-label={t('HistoryOf', { name: unitName })}>
      <Period {...{ unitName, range, today, onRange, onClose, onExport }} />
      <HistoryContent {...props} />
    </section>
  );
}

/** The days of the list stick below the head, which is as high as its texts make it. */
function useHeadHeight(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const head = section.current?.firstElementChild;
    if (!(head instanceof HTMLElement)) return undefined;
    const look = (): void => section.current?.style.setProperty('--head-height', `${head.offsetHeight}px`);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(head);
    return () => observer.disconnect();
  }, [section]);
}

const daysIn = ({ from, to }: PeriodProps['range']): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Apart from what plays, so that it is not drawn again with every frame. */
const Period = memo(function Period({ unitName, range, today, onRange, onClose, onExport }: PeriodProps) {
  const t = useT();
  const days = daysIn(range);
  const beside = (direction: 1 | -1) =>
    limitedRange(addDays(range.from, days * direction), addDays(range.to, days * direction), today);
  const [previous, next] = [beside(-1), beside(1)];
  return (
    <div className={styles['head']}>
      <header className={styles['top']}>
        <h2 className={styles['title']}>{t('HistoryOf', { name: unitName })}</h2>
        <ActionMenu
          label={t('ExportHistory')}
          trigger={
            <MenuButton isIcon isWrite label={t('ExportHistory')}>
              <Icon name="download" />
            </MenuButton>
          }
          groups={[
            {
              choices: (['gpx', 'kml', 'csv'] as const).map((id) => ({ id, label: id.toUpperCase() })),
              onChoose: (id) => onExport(id as ExportFormat),
            },
          ]}
        />
        <IconButton icon="close" label={t('CloseHistory')} onClick={onClose} />
      </header>
      <div className={styles['period']} data-one-day={range.from === range.to}>
        <IconButton
          icon="chevron-left"
          label={t('PreviousDays', { count: daysIn(previous) })}
          onClick={() => onRange(previous)}
        />
        <DateRangeField
          label={t('HistoryPeriod')}
          value={range}
          max={today}
          latestEnd={(from) => addDays(from, HISTORY_MAX_DAYS - 1)}
          onChange={(next) => onRange(limitedRange(next.from, next.to, today))}
          texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') }}
          help={t('HistoryLimit')}
        />
        <IconButton
          icon="chevron-right"
          label={t('NextDays', { count: daysIn(next) })}
          disabled={range.to >= today}
          onClick={() => onRange(next)}
        />
      </div>
    </div>
  );
});

function HistoryContent(props: HistoryPanelProps): ReactNode {
  const { data, points, isLoading, error } = props;
  const t = useT();
  const format = useFormat();
  const { text } = useErrorText();
  if (error) {
    const retry = <Button onClick={props.onRetry}>{t('Retry')}</Button>;
    return (
      <EmptyState icon="alert" title={t('CouldNotLoad')} isAlert action={retry}>
        {text(error)}
      </EmptyState>
    );
  }
  if (isLoading || !data) {
    return (
      <AfterAWhile>
        <div className={styles['loading']} aria-busy="true" aria-label={t('Loading')}>
          <Skeleton height={40} />
          <Skeleton height={112} />
          <Skeleton height={64} />
        </div>
      </AfterAWhile>
    );
  }
  if (points.length === 0 && data.private_blocks.length === 0) {
    return (
      <EmptyState icon="history" title={t('NoHistoryTitle')} action={<DrivenDays {...props} data={data} />}>
        {data.begins_at ? t('HistoryBegins', { from: format.dateTime(data.begins_at) }) : t('NoHistoryText')}
      </EmptyState>
    );
  }
  return (
    <>
      {/* Why an earlier day is shown comes before what was on it: on a phone nobody would see it below the chart. */}
      {props.driving && <StoodSince data={data} range={props.range} today={props.today} />}
      {props.timeline}
      {props.driving && (
        <Totals
          data={data}
          points={points}
          isOneDay={props.range.from === props.range.to}
          hasPauses={props.stretches.some((stretch) => isPause(stretch, props.stops))}
        />
      )}
      {!props.driving && data.private_blocks.length === 0 && <Parked {...props} data={data} />}
      {/* UNIT-018: a line without speeds has no colours to explain. */}
      {props.driving && !data.hides_speed && <Legend />}
      <StopsAndBlocks
        data={data}
        points={points}
        range={props.range}
        imei={props.imei}
        chosen={
          props.playback.cursorMs === null
            ? null
            : (props.stops[stopIndexAt(props.stops, props.playback.cursorMs)]?.fromMs ?? null)
        }
        onShowStop={props.onShowStop}
        onRange={props.onRange}
      />
      <HistoryAlarms alarms={props.alarms} isOneDay={props.range.from === props.range.to} />
      {data.implausible_count > 0 && !points.some((point) => point.isImplausible) && (
        <Button look="quiet" isSmall onClick={props.onShowImplausible}>
          {t('ShowImplausible', { count: data.implausible_count })}
        </Button>
      )}
    </>
  );
}

/** Of a standing unit its latest day is opened: that it is an earlier one, and why, is said. */
function StoodSince(props: { data: HistoryData; range: PeriodProps['range']; today: string }): ReactNode {
  const { data, range, today } = props;
  const t = useT();
  const format = useFormat();
  const isBoat = useIsBoat();
  const now = useNow();
  const last = data.stops.at(-1);
  if (range.from !== range.to || range.to >= today || !last || last.to !== null) return null;
  const duration = format.duration(lengthMs({ fromMs: Date.parse(last.from), toMs: now }) / 1000);
  return <p className={styles['stoodSince']}>{t(isBoat ? 'HistoryLaySince' : 'HistoryStoodSince', { duration })}</p>;
}

/** Where it stood, by the address of its position; null where the list of stops says it. */
function useWhere(stop: Stop | undefined, point: HistoryPoint | undefined): string | null {
  const t = useT();
  const send = useSend();
  const isAsked = stop === undefined && point !== undefined;
  const { data: at } = useQuery({ ...addressQuery(send, { lat: point?.lat ?? 0, lng: point?.lng ?? 0 }), enabled: isAsked });
  if (!isAsked || !at?.address) return null;
  return at.is_approximate ? nearText(at.address, t) : at.address;
}

/** A period without driving: said in words, with the way to the days that have some. */
function Parked(props: HistoryPanelProps & { data: HistoryData }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const isBoat = useIsBoat();
  const { range, points, data } = props;
  const isOneDay = range.from === range.to;
  const period = periodOf(range, format.timeZone);
  const known = knownWithin({ points, begins_at: data.begins_at }, period, now);
  const where = useWhere(data.stops[0], points.at(-1));
  const when = (ms: number): string => (isOneDay ? format.time(ms) : format.dateTime(ms));
  const told = (): string => {
    const to = known.toMs === null ? null : when(known.toMs);
    if (known.fromMs !== null) {
      const from = t(isBoat ? 'HistoryLayFrom' : 'HistoryParkedFrom', { from: when(known.fromMs) });
      return to === null ? from : `${from} ${t('HistorySilentAfter', { to })}`;
    }
    if (to !== null) return t(isBoat ? 'HistoryLayUntil' : 'HistoryParkedUntil', { to });
    if (isOneDay && now < period.toMs) return t(isBoat ? 'HistoryLaySoFar' : 'HistoryParkedSoFar');
    if (isBoat) return t(isOneDay ? 'HistoryLayDay' : 'HistoryLayPeriod');
    return t(isOneDay ? 'HistoryParkedDay' : 'HistoryParkedPeriod');
  };
  return (
    <div className={styles['parked']}>
      <p>{told()}</p>
      {where !== null && <p className={styles['parkedAt']}>{where}</p>}
      <DrivenDays {...props} />
    </div>
  );
}

/** Where a deep link opens before the fleet is known: the panel's own shape. */
export function HistorySkeleton(): ReactNode {
  const t = useT();
  return (
    <AfterAWhile>
      <div className={styles['panel']}>
        <div className={styles['loading']} aria-busy="true" aria-label={t('Loading')}>
          <Skeleton height={28} width="70%" />
          <Skeleton height={40} />
          <Skeleton height={16} width="55%" />
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} height={24} />
          ))}
        </div>
      </div>
    </AfterAWhile>
  );
}

const Totals = memo(function Totals(props: {
  data: HistoryData;
  points: History['points'];
  isOneDay: boolean;
  hasPauses: boolean;
}) {
  const { data, points, isOneDay, hasPauses } = props;
  const t = useT();
  const format = useFormat();
  const measures = useUnitMeasures();
  const fastest = useMemo(
    () => points.reduce((most, point) => (point.isImplausible ? most : Math.max(most, point.speedKmh)), 0),
    [points],
  );
  const distance = measures.distance(data.distance_m);
  // Read once, and then in the way of the stops.
  const help = [
    // Boats have no odometer.
    measures.speedPerKmh === 1 && t('HistoryDistanceHelp'),
    data.gaps.length > 0 && t('GapHelp'),
    hasPauses && t('PauseHelp'),
  ].filter((text) => text !== false);
  return (
    <div className={styles['summary']}>
      <div className={styles['totals']}>
        <p>
          {data.hides_speed ? distance : t('SpeedChartHelp', { count: points.length, distance, speed: measures.speed(fastest) })}
        </p>
        {help.length > 0 && (
          <Hint className={styles['help'] ?? ''} label={t('HistoryHelp')} text={help.join('\n')}>
            <Icon name="information" size={16} />
          </Hint>
        )}
      </div>
      {data.begins_at && (
        <p>{t('HistoryBegins', { from: isOneDay ? format.time(data.begins_at) : format.dateTime(data.begins_at) })}</p>
      )}
    </div>
  );
});

const Legend = memo(function Legend() {
  const t = useT();
  const { speedPerKmh } = useUnitMeasures();
  return (
    <div className={styles['legend']}>
      <span className={styles['legendTitle']}>{t(speedPerKmh === 1 ? 'SpeedLegend' : 'SpeedLegendKnots')}</span>
      <ol className={styles['colours']}>
        {SPEED_COLOURS.map(({ fromKmh, colour }) => (
          <li key={fromKmh}>
            <span className={styles['colour']} style={{ backgroundColor: colour }} />
            {Math.round(fromKmh * speedPerKmh)}
          </li>
        ))}
      </ol>
    </div>
  );
});

type Stop = HistoryData['stops'][number];

/** The log of the day on which the trip ended that led to a stop, with the trip open. */
const tripLink = (trip: number, unit: string, day: string) => ({ period: 'custom', from: day, to: day, unit, trip }) as const;

function StopsAndBlocks(props: {
  data: HistoryData;
  points: History['points'];
  range: { readonly from: string; readonly to: string };
  imei: string;
  /** When the stop begins, within the period, on which the cursor stands. */
  chosen: number | null;
  onShowStop: HistoryPanelProps['onShowStop'];
  onRange: PeriodProps['onRange'];
}): ReactNode {
  const { data, points, range, imei, onShowStop } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const isOneDay = range.from === range.to;
  const period = useMemo(() => periodOf(range, format.timeZone), [range, format]);
  const told = useMemo(() => data.stops.filter((stop) => isWithin(stop, period)), [data, period]);
  const days = useMemo(() => {
    if (isOneDay) return [];
    const breaks = data.breaks.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }));
    const of = { stops: told, breaks, hidesSpeed: data.hides_speed ?? false };
    return daysOf(of, points, { period, dayOf: format.day });
  }, [isOneDay, data, told, points, period, format]);
  // In a history of one day only what lies outside it needs its date.
  const time = (instant: string): string =>
    isOneDay && format.day(instant) === range.from ? format.time(instant) : format.dateTime(instant).slice(5);
  const stops = useStopTexts(told, period, range);
  // Two stops that meet in one minute would look like one that was cut in two.
  const movedBefore = useMemo(
    () => new Set(told.filter((stop, i) => i > 0 && stop.trip_id !== null && isShortlyAfter(told[i - 1] ?? stop, stop))),
    [told],
  );
  const isChosen = ({ from }: Stop): boolean =>
    [Date.parse(from), Math.max(Date.parse(from), period.fromMs)].includes(props.chosen ?? Number.NaN);
  // Of one that goes on since an earlier day the day stands beside it: then it is all of it, as map and card tell it.
  const standing = ({ from, to }: Stop): number =>
    to === null && Date.parse(from) < period.fromMs
      ? (now - Date.parse(from)) / 1000
      : standingWithin({ from, to: to ?? new Date(now).toISOString() }, period);
  const row = (stop: Stop): ReactNode => (
    <li key={stop.from} className={styles['stop']}>
      <button
        type="button"
        className={styles['stopRow']}
        aria-current={isChosen(stop) ? true : undefined}
        onClick={() => onShowStop(stop)}
      >
        <span className={styles['stopTime']}>{stops.span(stop)}</span>
        <span className={styles['stopPlace']}>
          {stops.name(stop)}
          {movedBefore.has(stop) && <span className={styles['stopWhole']}>{t('MovedShortly')}</span>}
          {stop.to && <WholeStop from={stop.from} to={stop.to} period={period} />}
        </span>
        <span className={styles['stopLength']}>{format.duration(standing(stop))}</span>
      </button>
      {stop.trip_id === null ? (
        <span className={styles['noTrip']} />
      ) : (
        <PageLink
          to={ADDRESSES.tripLog}
          search={tripLink(stop.trip_id, imei, format.day(stop.from))}
          className={cx(buttonClass({ look: 'quiet' }, true), styles['toTrip'])}
          aria-label={t('TripToStop', { time: time(stop.from) })}
          title={t('TripToStop', { time: time(stop.from) })}
        >
          <Icon name="log" size={18} />
        </PageLink>
      )}
    </li>
  );
  return (
    <>
      {data.private_blocks.map((block) => (
        <p key={block.from} className={styles['privateBlock']}>
          <Icon name="lock" size={16} />
          {block.is_hidden && block.to
            ? t('HistoryHidden', { from: time(block.from), to: time(block.to) })
            : t('PrivateBlockHelp', { from: time(block.from), to: block.to ? time(block.to) : '' })}
        </p>
      ))}
      {isOneDay && told.length > 0 && (
        <>
          <h3 className={styles['heading']}>{t('StopsCount', { count: told.length })}</h3>
          <ul className={styles['stops']}>{told.map(row)}</ul>
        </>
      )}
      {days.map((day) => (
        <section key={day.day}>
          <DayHead day={day} onShow={() => props.onRange({ from: day.day, to: day.day })} />
          <ul className={styles['stops']}>{day.stops.map(row)}</ul>
        </section>
      ))}
    </>
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

/** When and where the stops of a period were. Of several days the day on which one begins stands above it. */
function useStopTexts(all: readonly Stop[], period: Span, range: { readonly to: string }) {
  const t = useT();
  const format = useFormat();
  const addressOf = ({ address, address_is_approximate: isNear, lat, lng }: Stop): string => {
    if (address === null) return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    return isNear ? nearText(address, t) : address;
  };
  // A place that is large has stops in several streets: then the street tells them apart.
  const addressesIn = new Map(
    [...Map.groupBy(all, ({ place }) => place)].map(([place, of]) => [place, new Set(of.map(({ address }) => address)).size]),
  );
  return {
    name: (stop: Stop): string => {
      if (stop.place === undefined) return addressOf(stop);
      const isLarge = (addressesIn.get(stop.place) ?? 0) > 1;
      return isLarge && stop.address !== null ? `${stop.place} · ${addressOf(stop)}` : stop.place;
    },
    // What of the stop lies in the days shown: its length beside it is of that.
    span: ({ from, to }: Stop): string => {
      if (to === null) {
        const isBefore = Date.parse(from) < period.fromMs;
        return t('StopUntilNow', { time: isBefore ? format.dateTime(from).slice(5) : format.time(from) });
      }
      const shown = stopWithin({ from, to }, period);
      const [begin, end] = [shown.fromMs, shown.toMs].map((ms) => new Date(ms).toISOString()) as [string, string];
      // The day's end is its own 24:00, also where what follows is not told.
      const isToTheEnd = shown.toMs === period.toMs;
      const endDay = isToTheEnd ? range.to : format.day(end);
      const clock = isToTheEnd ? '24:00' : format.time(end);
      const until = endDay === format.day(begin) ? `–${clock}` : ` – ${endDay.slice(5)} ${clock}`;
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
  const [since, until] = [from, to].map((instant) => format.dateTime(instant).slice(5)) as [string, string];
  const length = format.duration(lengthMs({ fromMs: Date.parse(from), toMs: Date.parse(to) }) / 1000);
  return <span className={styles['stopWhole']}>{t('WholeStop', { from: since, to: until, length })}</span>;
}
