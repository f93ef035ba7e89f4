import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { dayStops, onScale, toldBeside } from '../day-model.ts';
import { dayOf, type Local, minutesBetween, type Span, timeOf } from '../time-model.ts';
import { stopAt } from '../use-day-roving.ts';
import { isMovable, wholeOf } from '../week-model.ts';
import { BookingChip } from './booking-chip.tsx';
import styles from './day.module.css';
import { VehicleHead } from './vehicle-head.tsx';
import week from './week.module.css';

/** A vehicle and its day: bookings and free times as long as they last. Presses are heard by the grid. */
export const DayRow = memo(function DayRow(props: {
  vehicle: ScheduleVehicle;
  index: number;
  day: string;
  now: Local;
  top: number;
  height: number;
  /** The moment at which the keyboard is in this row; null: it is in another. */
  active: string | null;
  /** What the pointer is about to book here, as `start end`. */
  choice: string | null;
  /** Where a booking is held over this row, as `start end` and what speaks against it. */
  held: string | null;
  /** The booking that is held over the day, also where it comes from another row. */
  heldId: number | null;
  /** A booking is held whose driver has no access to this vehicle. */
  isShut: boolean;
}): ReactNode {
  const { vehicle, index, day, now } = props;
  const t = useT();
  const format = useFormat();
  const stops = dayStops(vehicle.Schedule, day, now);
  const beside = toldBeside(vehicle.Schedule, day);
  const held =
    props.active === null
      ? undefined
      : stopAt(
          stops.map(({ span }) => span.start),
          props.active,
        );
  const [start, end] = props.choice?.split(' ') ?? [];
  const [heldStart, heldEnd, against] = props.held?.split(' ') ?? [];
  return (
    <div
      className={styles['row']}
      role="row"
      aria-rowindex={index + 2}
      data-no-access={props.isShut || undefined}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      <VehicleHead vehicle={vehicle} isToday={day === dayOf(now)} />
      <div className={styles['lane']} role="gridcell" aria-colindex={2} data-row={index} data-lane="">
        {stops.map(({ span, item }) => (
          <div
            key={`${span.start} ${item?.booking_id ?? ''}`}
            className={item ? styles['bar'] : styles['gap']}
            style={{ ...placed(span, day), ...roomOf(span, item ? beside.get(item.booking_id) : undefined) }}
            data-from={span.start}
            data-beside={item && beside.has(item.booking_id) ? '' : undefined}
            data-held={item !== null && item.booking_id === props.heldId}
          >
            {item ? (
              <BookingChip
                item={item}
                vehicle={vehicle.Name}
                isMovable={isMovable(item, vehicle.Schedule, now)}
                whole={wholeOf(vehicle.Schedule, item.booking_id)}
                tabIndex={held === span.start ? 0 : -1}
              />
            ) : (
              <button
                type="button"
                className={week['add']}
                data-free=""
                tabIndex={held === span.start ? 0 : -1}
                aria-label={t('BookingAddFree', {
                  vehicle: vehicle.Name,
                  day: format.longDay(day),
                  from: timeOf(span.start),
                  to: timeOf(span.end) === '00:00' ? '24:00' : timeOf(span.end),
                })}
              />
            )}
          </div>
        ))}
        {start && end && (
          <div className={styles['choice']} style={placed({ start, end }, day)} aria-hidden="true">
            <span>{clockOf({ start, end })}</span>
          </div>
        )}
        {heldStart && heldEnd && (
          <div
            className={styles['choice']}
            style={placed({ start: heldStart, end: heldEnd }, day)}
            data-against={against}
            aria-hidden="true"
          >
            <span>
              {clockOf({ start: heldStart, end: heldEnd })}
              {against === 'taken' && <b>{t('BookingTakenThen')}</b>}
              {against === 'shut' && <b>{t('BookingNoAccessThen')}</b>}
              {against === 'past' && <b>{t('BookingPastThen')}</b>}
            </span>
          </div>
        )}
      </div>
    </div>
  );
});

const clockOf = ({ start, end }: Span): string => `${timeOf(start)}–${timeOf(end)}`;

/** What the words after a booking may take, in hundredths of its width. */
const roomOf = ({ start, end }: Span, minutes: number | undefined): CSSProperties =>
  minutes === undefined ? {} : ({ '--room': `${(minutes / minutesBetween(start, end)) * 100}%` } as CSSProperties);

/** On the scale of the day, in hundredths of its width. */
function placed(span: Span, day: string): CSSProperties {
  const { from, length } = onScale(span, day);
  return { insetInlineStart: `${from * 100}%`, width: `${length * 100}%` };
}
