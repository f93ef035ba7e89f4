import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { memo, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type Local, dayOf } from '../time-model.ts';
import { cellOf, isMovable, itemsOf, jointOf, wholeOf } from '../week-model.ts';
import { BookingChip } from './booking-chip.tsx';
import { MoreList } from './more-list.tsx';
import { VehicleHead } from './vehicle-head.tsx';
import styles from './week.module.css';

/** BOOK-002: a vehicle and its seven days. Presses are heard by the grid. */
export const WeekRow = memo(function WeekRow(props: {
  vehicle: ScheduleVehicle;
  index: number;
  days: readonly string[];
  now: Local;
  top: number;
  height: number;
  /** The stop of the keyboard in this row, as `column index`; null: it is in another. */
  active: string | null;
  /** Columns that something is being moved to, as `first last`. */
  mark: string | null;
  /** A booking is held whose driver has no access to this vehicle. */
  isShut: boolean;
  isOver: boolean;
}): ReactNode {
  const { vehicle, index, mark } = props;
  const [activeColumn, activeStop] = props.active?.split(' ').map(Number) ?? [];
  const [from = 7, to = -1] = mark?.split(' ').map(Number) ?? [];
  return (
    <div
      className={styles['row']}
      role="row"
      aria-rowindex={index + 2}
      data-no-access={props.isShut || undefined}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      <VehicleHead vehicle={vehicle} isToday={props.days.includes(dayOf(props.now))} />
      {props.days.map((day, column) => (
        <Cell
          key={day}
          vehicle={vehicle}
          day={day}
          days={props.days}
          place={`${index} ${column}`}
          column={column}
          now={props.now}
          stop={activeColumn === column ? (activeStop ?? 0) : null}
          isMarked={column >= from && column <= to}
          isRefused={props.isShut && column === from}
          isOver={props.isOver}
        />
      ))}
    </div>
  );
});

function Cell(props: {
  vehicle: ScheduleVehicle;
  day: string;
  days: readonly string[];
  place: string;
  column: number;
  now: Local;
  stop: number | null;
  isMarked: boolean;
  /** Where it is held, it is said why it cannot be put there. */
  isRefused: boolean;
  isOver: boolean;
}): ReactNode {
  const { vehicle, day, now, stop } = props;
  const t = useT();
  const format = useFormat();
  const items: readonly ScheduleItem[] = itemsOf(vehicle.Schedule, day);
  const { shown, more } = cellOf(items);
  const isPast = day < dayOf(now);
  const count = shown.length + (more > 0 ? 1 : 0) + (isPast && items.length > 0 ? 0 : 1);
  const held = stop === null ? -1 : Math.min(stop, count - 1);
  const tabIndex = (index: number): 0 | -1 => (held === index ? 0 : -1);
  return (
    <div
      className={styles['cell']}
      role="gridcell"
      aria-colindex={props.column + 2}
      data-place={props.place}
      data-shut={isPast ? '' : undefined}
      data-today={day === dayOf(now)}
      data-marked={props.isMarked}
    >
      {shown.map((item, index) => (
        <BookingChip
          key={item.booking_id}
          item={item}
          vehicle={vehicle.Name}
          isMovable={isMovable(item, vehicle.Schedule, now)}
          joint={jointOf(vehicle.Schedule, props.days, item)}
          whole={wholeOf(vehicle.Schedule, item.booking_id)}
          tabIndex={tabIndex(index)}
          isOver={props.isOver}
          isAlone={items.length === 1}
        />
      ))}
      {more > 0 && <MoreList items={items} more={more} vehicle={vehicle.Name} day={day} tabIndex={tabIndex(shown.length)} />}
      {props.isRefused && (
        <span className={styles['refused']} aria-hidden="true">
          {t('BookingNoAccessThen')}
        </span>
      )}
      {!(isPast && items.length > 0) && (
        <button
          type="button"
          className={styles['add']}
          data-stop=""
          data-add=""
          data-empty={items.length === 0}
          tabIndex={tabIndex(count - 1)}
          aria-label={t(isPast ? 'BookingCellPast' : 'BookingAdd', { vehicle: vehicle.Name, day: format.longDay(day) })}
        >
          {!isPast && <Icon name="plus" size={16} />}
        </button>
      )}
    </div>
  );
}
