import { monthOf } from '@spora/calendar/days';
import type { Schedule } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ListedBooking, listedBookings } from '../listed-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { BookingChip } from './booking-chip.tsx';
import styles from './month.module.css';

type Day = readonly [day: string, bookings: readonly ListedBooking[]];
const byDay = (bookings: readonly ListedBooking[]): readonly Day[] => [...Map.groupBy(bookings, ({ day }) => day)];

/** BOOK-049: on a phone the days of a month that have bookings, each of these once, this month those of the next one too; what has been comes last, the newest of it first. */
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
  const next = props.next === null ? [] : [props.next];
  const listed = byDay(
    listedBookings([props.schedule, ...next.map(({ schedule }) => schedule)], [month, ...next.map((each) => each.month)], today),
  );
  const days = listed.filter(([day]) => monthOf(day) === month);
  const later = listed.filter(([day]) => monthOf(day) !== month);
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
      {toCome.map(([day, bookings]) => (
        <ListedDay key={day} day={day} bookings={bookings} onOpen={props.onOpen} />
      ))}
      {props.next !== null && later.length > 0 && <p className={styles['earlier']}>{format.month(props.next.month)}</p>}
      {later.map(([day, bookings]) => (
        <ListedDay key={day} day={day} bookings={bookings} onOpen={props.onOpen} />
      ))}
      {been.length > 0 && toCome.length + later.length > 0 && (
        <p className={styles['earlier']}>{t('BookingMonthEarlier', { month: format.month(month) })}</p>
      )}
      {been.toReversed().map(([day, bookings]) => (
        <ListedDay key={day} day={day} bookings={bookings} onOpen={props.onOpen} />
      ))}
    </div>
  );
}

function ListedDay(props: { day: string; bookings: readonly ListedBooking[]; onOpen: (bookingId: number) => void }): ReactNode {
  const format = useFormat();
  const texts = useBookingTexts();
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
      {props.bookings.map(({ item, span }) => (
        <div key={`${item.booking_id} ${item.imei}`} className={styles['listed']}>
          <div>
            <strong>{item.vehicle || item.plate}</strong>
            {item.vehicle && <span>{item.plate}</span>}
          </div>
          <BookingChip
            item={item}
            vehicle={item.plate}
            isMovable={false}
            isStop={false}
            {...(span && { time: texts.fromDay(span, props.day) })}
          />
        </div>
      ))}
    </section>
  );
}
