import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Trip } from '@spora/contract/trips/endpoints';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { goneText } from '../../../lib/measures.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useFreeDays } from '../../days-off/public/free-days.ts';
import { leastTableWidth, templateOf, type Column, type ColumnChoice } from '../columns.ts';
import {
  durationOf,
  groupByDay,
  lacksPurpose,
  linesOf,
  type DayGroup,
  type DaySums,
  type ListLine,
  type ShortRun,
  type TripPage,
  usedTexts,
} from '../model.ts';
import { useDayDistances, useDistance } from '../use-measures.tsx';
import type { Ticks } from '../use-ticks.ts';
import type { TripEdits } from '../use-trip-edits.ts';
import { WithTolls } from '../use-trip-tolls.tsx';
import { ListHead } from './list-head.tsx';
import { ListFoot } from './list-foot.tsx';
import { moveBetweenRows, moveOnEnter } from './row-keys.ts';
import { Kilometres, type CellProps } from './trip-cell.tsx';
import styles from './trip-list.module.css';
import { RunRow } from './run-row.tsx';
import { TripRow } from './trip-row.tsx';

/** NFR-002. */
const VIRTUAL_ABOVE = 200;
/** As the style sheet has them, so that the first guess is right. */
const ESTIMATE_PX = { day: 36, run: 49, trip: 49 };

/** The trips of a page under their days. */
export function TripList(props: {
  page: TripPage;
  today: string;
  edits: TripEdits;
  columns: readonly ColumnChoice[];
  /** Laid out as the columns say; otherwise the usual ones, which become cards where there is little room. */
  isFree: boolean;
  /** Null where nothing can be ticked. */
  ticks: Ticks | null;
  /** A round with short stops is one line that opens; not while somebody looks for single trips. */
  hasRuns: boolean;
  /** Trips without a driver are gone through. */
  asksDriver?: boolean;
  /** The sums; what is ticked takes their place. */
  hasFoot: boolean;
  /** Boats alone are counted in the sums. */
  isAtSea?: boolean;
  /** The days of the log. */
  days?: { readonly from: string; readonly to: string };
  selectedId: number | undefined;
  onSelect: CellProps['onSelect'];
  scroller: RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { page, edits, selectedId, onSelect, columns, isFree, ticks, hasRuns } = props;
  const t = useT();
  const table = useRef<HTMLDivElement>(null);
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = useCallback(
    ({ key, trips }: ShortRun): boolean => turned.get(key) ?? trips.some(({ id }) => id === selectedId),
    [turned, selectedId],
  );
  const groups = useMemo(() => groupByDay(page), [page]);
  const lines = useMemo(() => linesOf(groups, hasRuns ? isOpen : null), [groups, hasRuns, isOpen]);
  const dayDistances = useDayDistances(groups);
  const freeDay = useFreeDays(groups.map(({ day }) => day));
  useRowInView(table, selectedId);
  const { hasPurposes, hasNotes } = useWritten(page.trips);
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  useEffect(() => {
    table.current?.style.setProperty('--columns', templateOf(columns));
    table.current?.style.setProperty('--least', `${leastTableWidth(columns)}px`);
  }, [columns]);
  const render = (line: ListLine): ReactNode =>
    line.kind === 'day' ? (
      <DayHeading
        group={line.group}
        today={props.today}
        free={freeDay(line.group.day)?.text ?? null}
        columns={ids}
        // What stands on other pages is not counted here.
        distance={page.page.count > 1 ? undefined : dayDistances.get(line.group.day)}
      />
    ) : line.kind === 'run' ? (
      <RunRow
        run={line.run}
        columns={ids}
        isFree={isFree}
        ticks={ticks}
        isOpen={line.isOpen}
        onOpen={(next) => setTurned((before) => new Map(before).set(line.key, next))}
      />
    ) : (
      <TripRow
        trip={line.trip}
        isOfRun={line.isOfRun}
        edits={edits}
        columns={ids}
        isFree={isFree}
        asksDriver={props.asksDriver === true && !ids.includes('driver')}
        ticks={ticks}
        isSelected={line.trip.id === selectedId}
        onSelect={onSelect}
      />
    );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => moveOnEnter(event, props.scroller.current);
  return (
    <WithTolls trips={page.trips} isAsked={ids.includes('tolls')}>
      <div
        ref={table}
        role="table"
        aria-label={t('Trips')}
        aria-rowcount={page.totals.count}
        className={styles['table']}
        data-free={isFree}
        data-purposes={hasPurposes}
        data-notes={hasNotes}
        onKeyDownCapture={(event) => moveBetweenRows(event, props.scroller.current)}
        onKeyDown={onKeyDown}
      >
        <ListHead columns={columns} isFree={isFree} ticks={ticks} order={page.trips} />
        <div role="rowgroup">
          {lines.length > VIRTUAL_ABOVE ? (
            <VirtualLines lines={lines} scroller={props.scroller} render={render} />
          ) : (
            lines.map((line) => (
              <div role="presentation" key={line.key}>
                {render(line)}
              </div>
            ))
          )}
        </div>
        {props.hasFoot && <ListFoot totals={page.totals} columns={ids} isAtSea={props.isAtSea} days={props.days} />}
      </div>
    </WithTolls>
  );
}

/**
 * Whether any trip had a purpose, or is asked for one, and whether any had a note when it came: a column without gives its room to the addresses,
 * and no column moves under who writes.
 */
function useWritten(trips: readonly Trip[]) {
  const key = trips.map(({ id }) => id).join();
  const isOtherAsked = useUser().OtherTripPurposeRequired;
  const read = {
    key,
    hasPurposes: trips.some((trip) => trip.purpose !== '' || lacksPurpose(trip, isOtherAsked)),
    hasNotes: trips.some(({ note }) => note !== ''),
  };
  const [kept, setKept] = useState(read);
  if (kept.key === key) return kept;
  setKept(read);
  return read;
}

/** The chosen row is never left outside: the details beside it take room, and the sums lie over the end of the list. */
function useRowInView(table: RefObject<HTMLElement | null>, selectedId: number | undefined): void {
  useLayoutEffect(() => {
    if (selectedId !== undefined)
      table.current?.querySelector(`[data-row="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [table, selectedId]);
}

function VirtualLines(props: {
  lines: readonly ListLine[];
  scroller: RefObject<HTMLDivElement | null>;
  render: (line: ListLine) => ReactNode;
}): ReactNode {
  const { lines, scroller } = props;
  const top = useRef<HTMLDivElement>(null);
  // The list measures its rows itself; React's compiler must not memoise around it, and there is none here.
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATE_PX[lines[index]?.kind ?? 'trip'],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 12,
    scrollMargin: top.current?.offsetTop ?? 0,
  });
  return (
    <div ref={top} role="presentation" className={styles['virtual']} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const line = lines[item.index];
        return (
          line && (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              role="presentation"
              className={styles['virtualLine']}
              style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
            >
              {props.render(line)}
            </div>
          )
        );
      })}
    </div>
  );
}

function DayHeading(props: {
  group: DayGroup;
  today: string;
  /** What a day off of the company is called. */
  free: string | null;
  columns: readonly Column[];
  distance: string | undefined;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const { group } = props;
  return (
    <div role="row" className={styles['day']}>
      <div role="cell" className={styles['dayName']}>
        <h2>{format.longDay(group.day, props.today)}</h2>
        <span className={styles['soft']}>{group.day}</span>
        {props.free && <Badge>{props.free}</Badge>}
      </div>
      <div role="cell" className={styles['daySums']}>
        {group.continues && (
          <span>{group.continues === 'after' ? t('ContinuesOnNextPage') : t('ContinuesFromPreviousPage')}</span>
        )}
        {group.sums && <DayFigures trips={group.trips} sums={group.sums} columns={props.columns} whole={props.distance} />}
      </div>
    </div>
  );
}

function DayFigures(props: {
  trips: readonly Trip[];
  sums: DaySums;
  columns: readonly Column[];
  whole: string | undefined;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const distance = useDistance();
  const { count, distanceM, atSeaM, durationS, untimed, used } = props.sums;
  const duration = durationOf({ seconds: durationS, trips: count, untimed }, format, t);
  return (
    <>
      <span>{t('TripCount', { count })}</span>
      {usedTexts(used, props.columns, format).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {duration !== null && <span>{duration}</span>}
      <strong>
        <Kilometres
          text={props.whole ?? (atSeaM === null ? distance(props.trips) : goneText({ metres: distanceM, atSeaM }, format))}
        />
      </strong>
    </>
  );
}
