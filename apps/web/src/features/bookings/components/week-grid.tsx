import type { RemovedBooking, ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useFreeDays } from '../../days-off/public/free-days.ts';
import { columnsOf, shiftOf } from '../move-model.ts';
import type { VehicleOrder } from '../search.ts';
import { dayOf, daysSpan, type Local, type Span, timeOf } from '../time-model.ts';
import { shortDay, useBookingTexts } from '../use-booking-texts.ts';
import { type GridDrag, useGridDrag } from '../use-grid-drag.ts';
import { useHeldFocus } from '../use-held-focus.ts';
import type { Moves } from '../use-moves.ts';
import { stopOf, useRoving } from '../use-roving.ts';
import { useRevealHeld } from '../use-reveal-held.ts';
import type { Booked } from '../use-tell-booked.ts';
import { cellOf, isMovable, itemsOf, lateMinutes, weekDays } from '../week-model.ts';
import { DraftBar } from './draft-bar.tsx';
import { Outcomes, Removed } from './past-week.tsx';
import { SortCorner } from './sort-corner.tsx';
import { WeekRow } from './week-row.tsx';
import styles from './week.module.css';

const HEAD_PX = 52;
/** By how many bookings the fullest day of a vehicle has; a single one has three lines for who and what for. */
const ROW_PX = [72, 86, 90, 106] as const;
/** Of several each has a second line, which one with so many letters needs. */
const SECOND_LINE_PX = 16;
const FIRST_LINE_LETTERS = 14;

export interface WeekGridProps {
  readonly vehicles: readonly ScheduleVehicle[];
  readonly monday: string;
  /** What was just booked is scrolled to. */
  readonly booked: Booked | null;
  readonly now: Local;
  readonly order: VehicleOrder;
  readonly moves: Moves;
  readonly removed: readonly RemovedBooking[];
  readonly onSort: (order: VehicleOrder) => void;
  /** Shows a day hour by hour. */
  readonly onDay: (day: string) => void;
  readonly onOpen: (bookingId: number) => void;
  readonly onNew: (vehicle: ScheduleVehicle, day: string) => void;
  readonly onChoose: (vehicle: ScheduleVehicle, span: Span) => void;
}

/** Of a week that is over: so many letters go on a line of a chip, and so high are a line and what is around its lines. */
const LINE_LETTERS = 18;
const LINE_PX = 16.5;
const AROUND_PX = 10;
const linesOf = (letters: number): number => Math.ceil(letters / LINE_LETTERS);

/** As high as the fullest day needs where names, purposes and what came of it are read whole. */
function heightOver({ Schedule }: ScheduleVehicle, days: readonly string[], texts: ReturnType<typeof useBookingTexts>): number {
  const ofItem = (item: ScheduleItem): number => {
    // The sign before the words, and by how much it was late.
    const came = texts.outcome(item).length + (lateMinutes(item) === null ? 3 : 15);
    const lines = 1 + Math.min(3, linesOf(texts.who(item).length)) + linesOf(came) + linesOf(texts.fetched(item).length);
    return AROUND_PX + LINE_PX * lines;
  };
  const ofDay = (day: string): number => {
    const items = itemsOf(Schedule, day);
    const { shown, more } = cellOf(items);
    return 8 + shown.reduce((sum, item) => sum + ofItem(item), 0) + (more > 0 ? 18 : 0);
  };
  return Math.max(ROW_PX[0], ...days.map(ofDay));
}

function heightOf({ Schedule }: ScheduleVehicle, days: readonly string[], texts: ReturnType<typeof useBookingTexts>): number {
  const ofDay = (day: string): number => {
    const items = itemsOf(Schedule, day);
    const long = items.length > 1 ? cellOf(items).shown.filter((item) => texts.who(item).length > FIRST_LINE_LETTERS) : [];
    return (ROW_PX[Math.min(3, items.length)] ?? ROW_PX[0]) + SECOND_LINE_PX * long.length;
  };
  return Math.max(...days.map(ofDay));
}

/** BOOK-002 to BOOK-009, BOOK-044, BOOK-045: the week, of which only the rows in view are drawn. */
export function WeekGrid(props: WeekGridProps): ReactNode {
  const { vehicles, monday, now, moves } = props;
  const t = useT();
  const texts = useBookingTexts();
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const days = weekDays(monday);
  const isOver = days.every((day) => day < dayOf(now));
  const rowHeight = (vehicle: ScheduleVehicle): number => (isOver ? heightOver : heightOf)(vehicle, days, texts);
  const rows = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (vehicles[index] ? rowHeight(vehicles[index]) : ROW_PX[0]),
    getItemKey: (index) => `${vehicles[index]?.Imei ?? index} ${vehicles[index] ? rowHeight(vehicles[index]) : 0}`,
    scrollPaddingStart: HEAD_PX,
    paddingStart: HEAD_PX,
    overscan: 5,
  });
  const roving = useRoving({
    scroller,
    rows: vehicles.length,
    pageRows: () => Math.max(1, rows.getVirtualItems().length - 11),
    reveal: (row) => rows.scrollToIndex(row),
  });
  const bookedRow = vehicles.findIndex(({ Imei }) => Imei === props.booked?.imei);
  useEffect(() => {
    if (props.booked && bookedRow >= 0) rows.scrollToIndex(bookedRow, { align: 'center' });
    // Once for each booking: whoever scrolls on afterwards is not called back.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [props.booked]);
  useEffect(() => {
    // A window that is narrower than the week begins with today in it.
    const box = scroller.current;
    if (box && box.scrollWidth > box.clientWidth)
      box.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [monday]);
  const focus = useHeldFocus(scroller);
  const itemOf = ({ bookingId, from }: GridDrag): ScheduleItem | undefined =>
    vehicles[from.row]?.Schedule.find(({ booking_id, date }) => booking_id === bookingId && date === days[from.column]);
  const dragging = useGridDrag(
    (drag) => dropped(props, days, drag, itemOf(drag)),
    (drag) => {
      const [vehicle, item] = [vehicles[drag.from.row], itemOf(drag)];
      if (vehicle && item) moves.refuse(item, vehicle);
    },
  );
  const { held, hold, noAccess } = moves;
  const draggedId = dragging.drag?.bookingId ?? null;
  useEffect(() => hold(draggedId), [hold, draggedId]);
  const heldRow = held ? vehicles.findIndex(({ Imei }) => Imei === held.to.imei) : -1;
  const marks = marksOf(dragging.drag, heldRow, held && columnsOf(held.to.span, monday), vehicles, days);

  useRevealHeld({
    place: moves.draft && Object.values(moves.draft.to.span).join(' '),
    row: vehicles.findIndex(({ Imei }) => Imei === moves.draft?.to.imei),
    scroller,
    reveal: (row) => rows.scrollToIndex(row),
  });
  const canMove = vehicles.some(({ Schedule }) => Schedule.some((item) => isMovable(item, Schedule, now)));

  const heardOf = (element: Element): { vehicle: ScheduleVehicle; day: string; item: ScheduleItem | null } | null => {
    const place = stopOf(scroller.current, element);
    const vehicle = place && vehicles[place.row];
    const day = place && days[place.column];
    if (!vehicle || !day) return null;
    const id = Number(element.closest('[data-booking]')?.getAttribute('data-booking') ?? Number.NaN);
    return { vehicle, day, item: vehicle.Schedule.find(({ booking_id, date }) => booking_id === id && date === day) ?? null };
  };
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const booking = target.closest('[data-booking]');
    if (booking) {
      if (moves.draft) moves.save();
      else props.onOpen(Number(booking.getAttribute('data-booking')));
      return;
    }
    const heard = target.closest('[data-more]') ? null : heardOf(target);
    if (heard) props.onNew(heard.vehicle, heard.day);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (!scroller.current?.contains(target)) return;
    if (event.key === 'Escape' && moves.draft) {
      event.preventDefault();
      moves.cancel();
      return;
    }
    const shift = shiftOf(event);
    const heard = shift && heardOf(target);
    if (shift && heard?.item) {
      event.preventDefault();
      if (isMovable(heard.item, heard.vehicle.Schedule, now)) moves.nudge(heard.item, heard.vehicle, shift);
      else moves.refuse(heard.item, heard.vehicle);
    } else roving.onKeyDown(event);
  };
  return (
    <div className={styles['week']}>
      <DraftBar moves={moves} vehicles={vehicles} />
      <div
        ref={scroller}
        className={styles['scroller']}
        role="grid"
        aria-label={t('BookingGrid')}
        aria-describedby={hintId}
        aria-rowcount={vehicles.length + 1}
        aria-colcount={8}
        data-dragging={dragging.drag?.mode}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onClickCapture={dragging.onClickCapture}
        onPointerDown={dragging.onPointerDown}
        onFocus={(event) => {
          focus.hold(event);
          const stop = stopOf(scroller.current, event.target);
          if (stop) roving.setActive(stop);
        }}
        onBlur={focus.letGo}
      >
        <div className={styles['sizer']} role="presentation" style={{ height: rows.getTotalSize() }}>
          <WeekHead days={days} now={now} order={props.order} onSort={props.onSort} onDay={props.onDay} />
          {rows.getVirtualItems().map(({ index, start, size, key }) => {
            const vehicle = vehicles[index];
            if (!vehicle) return null;
            return (
              <WeekRow
                key={key}
                vehicle={vehicle}
                index={index}
                days={days}
                now={now}
                top={start}
                height={size}
                active={roving.active.row === index ? `${roving.active.column} ${roving.active.index}` : null}
                mark={marks.get(index) ?? null}
                isShut={noAccess.imeis.has(vehicle.Imei)}
                isOver={isOver}
              />
            );
          })}
        </div>
      </div>
      <div className={styles['foot']}>
        {/* Where nothing can be moved, it is there to be heard alone. */}
        <p id={hintId} className={canMove ? styles['keys'] : 'visually-hidden'}>
          <Icon name="keyboard" size={16} />
          {t('BookingKeys')} {canMove && t('BookingKeysMove')}
        </p>
        {/* Of a week that is over it stands above. */}
        {!isOver && (
          <>
            <div className={styles['outcomes']}>
              <Outcomes vehicles={vehicles} />
            </div>
            <Removed removed={props.removed} />
          </>
        )}
      </div>
    </div>
  );
}

/** What a drag that has ended means. */
function dropped(props: WeekGridProps, days: readonly string[], drag: GridDrag, item: ScheduleItem | undefined): void {
  const vehicle = props.vehicles[drag.from.row];
  if (!vehicle) return;
  if (drag.mode === 'choose') {
    const [first, last] = [drag.from.column, drag.to.column].toSorted((one, other) => one - other).map((column) => days[column]);
    if (first && last && last >= dayOf(props.now)) props.onChoose(vehicle, daysSpan(first, last, props.now));
    return;
  }
  const by = drag.to.column - drag.from.column;
  if (item)
    props.moves.drop(item, vehicle, drag.mode === 'move' ? { days: by, rows: drag.to.row - drag.from.row } : { endDays: by });
}

/** By row, the columns that a drag or a move by keyboard would fill. */
function marksOf(
  drag: GridDrag | null,
  heldRow: number,
  heldColumns: readonly [number, number] | null,
  vehicles: readonly ScheduleVehicle[],
  days: readonly string[],
): ReadonlyMap<number, string> {
  if (!drag) return heldRow >= 0 && heldColumns ? new Map([[heldRow, heldColumns.join(' ')]]) : new Map();
  const { from, to } = drag;
  if (drag.mode !== 'move') {
    const [first, last] = [from.column, to.column].toSorted((one, other) => one - other);
    return new Map([[from.row, `${first} ${last}`]]);
  }
  const dates = vehicles[from.row]?.Schedule.filter(({ booking_id }) => booking_id === drag.bookingId).map(({ date }) => date);
  const columns = (dates ?? []).map((date) => days.indexOf(date) + to.column - from.column);
  return new Map([[to.row, `${Math.max(0, Math.min(...columns))} ${Math.min(6, Math.max(...columns))}`]]);
}

function WeekHead(props: {
  days: readonly string[];
  now: Local;
  order: VehicleOrder;
  onSort: (order: VehicleOrder) => void;
  onDay: (day: string) => void;
}): ReactNode {
  const { days, now, order } = props;
  const t = useT();
  const format = useFormat();
  const today = dayOf(now);
  const freeDay = useFreeDays(days);
  const [active, setActive] = useState(() => Math.max(0, days.indexOf(today)));
  /** The days are one stop of the keyboard, with arrows between them. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-head]')];
    const from = heads.findIndex((head) => head === event.target);
    const to = step === undefined || from < 0 ? undefined : heads[from + step];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <div className={styles['head']} role="row" aria-rowindex={1} style={{ height: HEAD_PX }} onKeyDown={onKeyDown}>
      <SortCorner order={order} onSort={props.onSort} />
      {days.map((day, column) => (
        <div
          key={day}
          className={styles['day']}
          role="columnheader"
          aria-colindex={column + 2}
          aria-current={day === today ? 'date' : undefined}
          data-weekend={column > 4 || freeDay(day) !== null}
          title={freeDay(day)?.text}
        >
          <button
            type="button"
            className={styles['dayOpen']}
            data-head=""
            title={t('BookingShowDay')}
            tabIndex={column === active ? 0 : -1}
            onFocus={() => setActive(column)}
            onClick={() => props.onDay(day)}
          >
            <span className="visually-hidden">{[format.longDay(day), freeDay(day)?.text].filter(Boolean).join(', ')}</span>
            <span className={styles['weekday']}>
              <span aria-hidden="true">{format.weekday(day)}</span>
              {day === today && <span className={styles['nowText']}>{t('BookingNow', { time: timeOf(now) })}</span>}
              {freeDay(day) !== null && (
                <span className={styles['free']} aria-hidden="true">
                  {freeDay(day)?.name}
                </span>
              )}
            </span>
            <span className={styles['date']} aria-hidden="true">
              {shortDay(day)}
            </span>
          </button>
        </div>
      ))}
    </div>
  );
}
