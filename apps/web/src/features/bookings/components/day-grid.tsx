import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { type DayStop, dayStops, HOURS, onScale } from '../day-model.ts';
import { type Place, placeAfter, shiftOf } from '../move-model.ts';
import type { VehicleOrder } from '../search.ts';
import { at, dayOf, type Local, type Span, timeOf } from '../time-model.ts';
import { type DayDrag, useDayDrag } from '../use-day-drag.ts';
import { placeOf, useDayRoving } from '../use-day-roving.ts';
import { useGapChoice } from '../use-gap-choice.ts';
import { useHeldFocus } from '../use-held-focus.ts';
import type { Moves } from '../use-moves.ts';
import { useRevealHeld } from '../use-reveal-held.ts';
import type { Booked } from '../use-tell-booked.ts';
import { isMovable, itemsOf, partOf, wholeOf } from '../week-model.ts';
import { DraftBar } from './draft-bar.tsx';
import { DayRow } from './day-row.tsx';
import styles from './day.module.css';
import { SortCorner } from './sort-corner.tsx';
import week from './week.module.css';

const HEAD_PX = 44;
const ROW_PX = 72;
/** Where a day begins to be looked at, on a screen that does not hold all of it. */
const FIRST_HOUR = 6;

/** What a drag means. */
const shiftBy = ({ mode, row, fromRow, minutes }: DayDrag) =>
  mode === 'lengthen' ? { endMinutes: minutes } : { minutes, rows: row - fromRow };

/** BOOK-009, BOOK-044, BOOK-045: a day hour by hour, with what is booked and what is free to scale; only the rows in view are drawn. */
export function DayGrid(props: {
  vehicles: readonly ScheduleVehicle[];
  day: string;
  /** What was just booked is scrolled to. */
  booked: Booked | null;
  now: Local;
  /** It was opened by what is there no more: the keyboard goes on here. */
  takesFocus: boolean;
  order: VehicleOrder;
  moves: Moves;
  onSort: (order: VehicleOrder) => void;
  onOpen: (bookingId: number) => void;
  onChoose: (vehicle: ScheduleVehicle, span: Span) => void;
}): ReactNode {
  const { vehicles, day, now, moves } = props;
  const t = useT();
  const format = useFormat();
  const hintId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: vehicles.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => vehicles[index]?.Imei ?? index,
    scrollPaddingStart: HEAD_PX,
    paddingStart: HEAD_PX,
    overscan: 5,
  });
  const stopsOf = (row: number): readonly DayStop[] => dayStops(vehicles[row]?.Schedule ?? [], day, now);
  const roving = useDayRoving({
    scroller,
    first: at(day, '08:00'),
    rows: vehicles.length,
    pageRows: () => Math.max(1, rows.getVirtualItems().length - 11),
    stopsOf: (row) => stopsOf(row).map(({ span }) => span.start),
    reveal: (row) => rows.scrollToIndex(row),
  });
  const bookedRow = vehicles.findIndex(({ Imei }) => Imei === props.booked?.imei);
  useEffect(() => {
    if (props.booked && bookedRow >= 0) rows.scrollToIndex(bookedRow, { align: 'center' });
    // Once for each booking: whoever scrolls on afterwards is not called back.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- reason above
  }, [props.booked]);
  useEffect(() => {
    const hour = scroller.current?.querySelector<HTMLElement>(`[data-hour="${FIRST_HOUR}"]`);
    const first = scroller.current?.querySelector<HTMLElement>('[data-hour="0"]');
    if (scroller.current && hour && first) scroller.current.scrollLeft = hour.offsetLeft - first.offsetLeft;
  }, []);
  const { takesFocus } = props;
  useEffect(() => {
    if (!takesFocus) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        scroller.current?.querySelector<HTMLElement>('[data-from] [tabindex="0"]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  const freeOf = (element: Element): { row: number; stop: DayStop } | null => {
    const place = element.closest('[data-free]') ? placeOf(element) : null;
    const stop = place && stopsOf(place.row).find(({ span, item }) => item === null && span.start === place.from);
    return stop ? { row: place.row, stop } : null;
  };
  const gaps = useGapChoice({
    day,
    freeOf,
    onChoose: (row, span) => vehicles[row] && props.onChoose(vehicles[row], span),
  });
  const focus = useHeldFocus(scroller);
  const itemOf = (row: number, bookingId: number): ScheduleItem | undefined =>
    itemsOf(vehicles[row]?.Schedule ?? [], day).find(({ booking_id }) => booking_id === bookingId);
  const withVehicle = (row: number, run: (vehicle: ScheduleVehicle) => void): void => {
    if (vehicles[row]) run(vehicles[row]);
  };
  const dragging = useDayDrag({
    itemOf,
    onDrop: (drag) => withVehicle(drag.fromRow, (vehicle) => moves.drop(drag.item, vehicle, shiftBy(drag))),
    onRefused: ({ item, fromRow }) => withVehicle(fromRow, (vehicle) => moves.refuse(item, vehicle)),
  });
  /** What is held over the day, by the pointer or the keyboard, and where. */
  const heldBy = ({ item, fromRow, ...drag }: DayDrag): { bookingId: number; to: Place } | null => {
    const { Imei: imei = '', Schedule = [] } = vehicles[fromRow] ?? {};
    const span = wholeOf(Schedule, item.booking_id) ?? partOf(item);
    const imeis = vehicles.map(({ Imei }) => Imei);
    const to = placeAfter({ imei, span }, shiftBy({ item, fromRow, ...drag }), imeis);
    return to && { bookingId: item.booking_id, to };
  };
  const { hold, noAccess } = moves;
  const draggedId = dragging.drag?.item.booking_id ?? null;
  useEffect(() => hold(draggedId), [hold, draggedId]);
  const held = dragging.drag ? heldBy(dragging.drag) : moves.held;
  const against = held && moves.against(held.bookingId, held.to);
  const onClick = (event: MouseEvent): void => {
    const booking = (event.target as Element).closest('[data-booking]');
    if (booking && moves.draft) moves.save();
    else if (!gaps.onClick(event) && booking) props.onOpen(Number(booking.getAttribute('data-booking')));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && moves.draft) {
      event.preventDefault();
      moves.cancel();
      return;
    }
    const booking = (event.target as Element).closest('[data-booking]');
    const shift = booking && shiftOf(event, 'day');
    const row = booking ? (placeOf(booking)?.row ?? -1) : -1;
    const item = shift && itemOf(row, Number(booking.getAttribute('data-booking')));
    if (!item) {
      roving.onKeyDown(event);
      return;
    }
    event.preventDefault();
    withVehicle(row, (vehicle) => {
      if (isMovable(item, vehicle.Schedule, now)) moves.nudge(item, vehicle, shift);
      else moves.refuse(item, vehicle);
    });
  };
  useRevealHeld({
    place: moves.draft && Object.values(moves.draft.to.span).join(' '),
    row: vehicles.findIndex(({ Imei }) => Imei === moves.draft?.to.imei),
    scroller,
    reveal: (row) => rows.scrollToIndex(row),
  });
  const canMove = vehicles.some(({ Schedule }) => itemsOf(Schedule, day).some((item) => isMovable(item, Schedule, now)));
  const sizes = {
    height: rows.getTotalSize(),
    '--passed': String(onScale({ start: at(day, '00:00'), end: now }, day).length),
  } as CSSProperties;
  return (
    <div className={week['week']}>
      <DraftBar moves={moves} vehicles={vehicles} />
      <div
        ref={scroller}
        className={week['scroller']}
        role="grid"
        aria-label={t('BookingDayGrid', { day: format.longDay(day) })}
        aria-describedby={hintId}
        aria-rowcount={vehicles.length + 1}
        aria-colcount={2}
        data-dragging={dragging.drag?.mode}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onClickCapture={dragging.onClickCapture}
        onPointerDown={(event) => {
          gaps.onPointerDown(event);
          dragging.onPointerDown(event);
        }}
        onPointerMove={(event) => !dragging.drag && gaps.onPointerMove(event)}
        onPointerUp={gaps.onPointerUp}
        onPointerLeave={gaps.onPointerLeave}
        onFocus={(event) => {
          focus.hold(event);
          const place = placeOf(event.target);
          if (place) roving.setActive(place);
        }}
        onBlur={focus.letGo}
      >
        <div className={styles['sizer']} role="presentation" style={sizes}>
          <div className={styles['head']} role="row" aria-rowindex={1} style={{ height: HEAD_PX }}>
            <SortCorner order={props.order} onSort={props.onSort} />
            <div className={styles['hours']} role="columnheader" aria-colindex={2}>
              <span className="visually-hidden">{format.longDay(day)}</span>
              {HOURS.map((hour, index) => (
                <span key={hour} className={styles['hour']} data-hour={index} aria-hidden="true">
                  {hour}
                </span>
              ))}
              {day === dayOf(now) && (
                <span className={cx(week['nowText'], styles['nowText'])}>{t('BookingNow', { time: timeOf(now) })}</span>
              )}
            </div>
          </div>
          {day === dayOf(now) && <div className={styles['now']} />}
          {rows.getVirtualItems().map(({ index, start, size, key }) => {
            const vehicle = vehicles[index];
            if (!vehicle) return null;
            return (
              <DayRow
                key={key}
                vehicle={vehicle}
                index={index}
                day={day}
                now={now}
                top={start}
                height={size}
                active={roving.active.row === index ? roving.active.from : null}
                choice={!held && gaps.choice?.row === index ? `${gaps.choice.span.start} ${gaps.choice.span.end}` : null}
                held={held?.to.imei === vehicle.Imei ? `${held.to.span.start} ${held.to.span.end} ${against ?? ''}` : null}
                heldId={held?.bookingId ?? null}
                isShut={noAccess.imeis.has(vehicle.Imei)}
              />
            );
          })}
        </div>
      </div>
      <div className={week['foot']}>
        <p id={hintId} className={week['keys']}>
          <Icon name="keyboard" size={16} />
          {t('BookingDayKeys')} {canMove && t('BookingKeysMove')}
        </p>
      </div>
    </div>
  );
}
