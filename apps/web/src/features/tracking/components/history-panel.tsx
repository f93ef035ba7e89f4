import { nearText } from '@spora/messages/near';
import { DAY_MS } from '@spora/calendar/durations';
import { addDays } from '@spora/calendar/days';
import { HISTORY_MAX_DAYS } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
import type { AlarmMark } from '../../alarms/public/alarms-of-unit.ts';
import { addressQuery } from '../../../lib/address-at.ts';
import { useNow } from '../../../lib/age.ts';
import { AfterAWhile, Skeleton } from '../../../ui/skeleton.tsx';
import { PERIOD_TEXTS, usualSpan } from '../../../lib/usual-periods.ts';
import { useFocusIfLost } from '../../../lib/use-focus-if-lost.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Hint } from '../../../ui/hint.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { stepsUpTo } from '../../../map/speed-colours.ts';
import { useIsBoat, useUnitMeasures } from '../../../lib/unit-measures.tsx';
import { knownWithin, lengthMs, limitedRange, periodOf, type HistoryData, type HistoryPoint } from '../history-model.ts';
import { stopIndexAt } from '../stop-model.ts';
import type { ExportFormat, History } from '../use-history.ts';
import { DrivenDays } from './driven-days.tsx';
import { HistoryAlarms, HistoryWithoutAlarms } from './history-alarms.tsx';
import { useFollowedRow } from '../use-followed-row.ts';
import { HistoryRows } from './history-rows.tsx';
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

/** What a history is asked of most: months are longer than one may be. */
const QUICK = ['today', 'yesterday', 'this-week', 'last-week'] as const;

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
          quick={QUICK.map((period) => {
            const { from, to } = usualSpan(period, today);
            return { label: t(PERIOD_TEXTS[period]), range: limitedRange(from, to, today) };
          })}
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
          fastestKmh={props.fastestKmh}
          isOneDay={props.range.from === props.range.to}
          hasPauses={props.pauses.size > 0}
        />
      )}
      {!props.driving && data.private_blocks.length === 0 && <Parked {...props} data={data} />}
      {/* UNIT-018: a line without speeds has no colours to explain. */}
      {props.driving && !data.hides_speed && <Legend colours={props.colours} fastestKmh={props.fastestKmh} />}
      <RowsOfHistory
        // On a phone the player stands above the list in the same sheet, and stays in view.
        isFollowed={!props.timeline && props.playback.isPlaying}
        data={data}
        points={points}
        drives={props.drives}
        range={props.range}
        imei={props.imei}
        isUnderWay={props.isUnderWay}
        currentMs={beginningAt(props)}
        chosen={props.chosen}
        onShowStop={props.onShowStop}
        onShowDrive={props.onShowDrive}
        onRange={props.onRange}
      />
      <HistoryAlarms alarms={props.alarms} isOneDay={props.range.from === props.range.to} />
      <HistoryWithoutAlarms imei={props.imei} range={props.range} today={props.today} data={data} />
      {data.implausible_count > 0 && !points.some((point) => point.isImplausible) && (
        <Button look="quiet" isSmall onClick={props.onShowImplausible}>
          {t('ShowImplausible', { count: data.implausible_count })}
        </Button>
      )}
    </>
  );
}

/** So many rows are there at once; of more the map is drawn first. */
const ROWS_AT_ONCE = 100;

/** The list below the map's line: of a month it takes longer to make than the line, for which everybody waits. */
function RowsOfHistory({ isFollowed, ...props }: ComponentProps<typeof HistoryRows> & { isFollowed: boolean }): ReactNode {
  const rows = useFollowedRow<HTMLDivElement>(props.currentMs, isFollowed);
  const isMapFirst = props.data.stops.length + props.drives.length > ROWS_AT_ONCE;
  const isDue = useDeferredValue(true, !isMapFirst);
  return (
    isDue && (
      <div ref={rows} className={styles['rows']}>
        <HistoryRows {...props} />
      </div>
    )
  );
}

/** When the stop or the drive begins on which the cursor stands. */
function beginningAt({ playback: { cursorMs }, stops, drives }: History): number | null {
  if (cursorMs === null) return null;
  const stop = stops[stopIndexAt(stops, cursorMs)];
  return (stop ?? drives.find(({ fromMs, toMs }) => fromMs <= cursorMs && cursorMs <= toMs))?.fromMs ?? null;
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
function useWhere(stop: HistoryData['stops'][number] | undefined, point: HistoryPoint | undefined): string | null {
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
  fastestKmh: number;
  isOneDay: boolean;
  hasPauses: boolean;
}) {
  const { data, points, isOneDay, hasPauses } = props;
  const t = useT();
  const format = useFormat();
  const measures = useUnitMeasures();
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
          {data.hides_speed
            ? distance
            : t('SpeedChartHelp', { count: points.length, distance, speed: measures.speed(props.fastestKmh) })}
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

const Legend = memo(function Legend({ colours, fastestKmh }: Pick<History, 'colours' | 'fastestKmh'>) {
  const t = useT();
  const { speedPerKmh } = useUnitMeasures();
  return (
    <div className={styles['legend']}>
      <span className={styles['legendTitle']}>{t(speedPerKmh === 1 ? 'SpeedLegend' : 'SpeedLegendKnots')}</span>
      <ol className={styles['colours']}>
        {stepsUpTo(colours, fastestKmh).map(({ fromKmh, colour }) => (
          <li key={fromKmh}>
            <span className={styles['colour']} style={{ backgroundColor: colour }} />
            {Math.round(fromKmh * speedPerKmh)}
          </li>
        ))}
      </ol>
    </div>
  );
});
