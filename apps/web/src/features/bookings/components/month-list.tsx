import { monthOf } from '@spora/calendar/days';
import type { Schedule } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type MonthItem, monthItems } from '../week-model.ts';
import { BookingChip } from './booking-chip.tsx';
import styles from './month.module.css';

const daysIn = (schedule: Schedule, month: string): [string, readonly MonthItem[]][] =>
  [...monthItems(schedule.BookingSchedules)]
    .filter(([day]) => monthOf(day) === month)
    .toSorted(([one], [other]) => one.localeCompare(other));

/** BOOK-049: on a phone the days of a month that have bookings, this month those of the next one too; what has been comes last, the newest of it first. */
export function MonthList(props: {
  schedule: Schedule;
  month: string;
  today: string;
  /** The month after this one, where it is read on from here; null: not. */
  next: { readonly month: string; readonly schedule: Schedule } | null;
  onOpen: (bookingId: number) => void;
  onNew: (day: string) => void;
}): ReactNode {
  const { month, today } = props;
  const t = useT();
  const format = useFormat();
  const days = daysIn(props.schedule, month);
  const later = props.next === null ? [] : daysIn(props.next.schedule, props.next.month);
  const toCome = days.filter(([day]) => day >= today);
  const been = days.filter(([day]) => day < today);
  const first = month > monthOf(today) ? `${month}-01` : today;
  return (
    <div className={styles['list']}>
      {month >= monthOf(today) && (
        <Button icon="plus" onClick={() => props.onNew(first)}>
          {t('BookingNew')}
        </Button>
      )}
      {days.length === 0 && <EmptyState icon="calendar" title={t('BookingMonthNone', { month: format.month(month) })} />}
      {toCome.map(([day, items]) => (
        <ListedDay key={day} day={day} items={items} onOpen={props.onOpen} />
      ))}
      {props.next !== null && later.length > 0 && <p className={styles['earlier']}>{format.month(props.next.month)}</p>}
      {later.map(([day, items]) => (
        <ListedDay key={day} day={day} items={items} onOpen={props.onOpen} />
      ))}
      {been.length > 0 && toCome.length + later.length > 0 && (
        <p className={styles['earlier']}>{t('BookingMonthEarlier', { month: format.month(month) })}</p>
      )}
      {been.toReversed().map(([day, items]) => (
        <ListedDay key={day} day={day} items={items} onOpen={props.onOpen} />
      ))}
    </div>
  );
}

function ListedDay(props: { day: string; items: readonly MonthItem[]; onOpen: (bookingId: number) => void }): ReactNode {
  const format = useFormat();
  const name = format.longDay(props.day);
  return (
    <section
      className={styles['listedDay']}
      aria-label={name}
      onClick={(event) => {
        const id = (event.target as Element).closest('[data-booking]')?.getAttribute('data-booking');
        if (id) props.onOpen(Number(id));
      }}
    >
      <h3>{name}</h3>
      {props.items.map((item) => (
        <div key={`${item.booking_id} ${item.imei}`} className={styles['listed']}>
          <div>
            <strong>{item.vehicle || item.plate}</strong>
            {item.vehicle && <span>{item.plate}</span>}
          </div>
          <BookingChip item={item} vehicle={item.plate} isMovable={false} isStop={false} />
        </div>
      ))}
    </section>
  );
}
