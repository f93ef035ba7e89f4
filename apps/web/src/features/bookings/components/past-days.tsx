import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/i18n.tsx';
import { useBookingTexts } from '../use-booking-texts.ts';
import { itemsOf, weekDays } from '../week-model.ts';
import { BookingChip } from './booking-chip.tsx';
import styles from './phone-days.module.css';

/** BOOK-049: on a phone, what came of a week that is over: its days, each with the vehicles that somebody had booked. */
export function PastDays(props: {
  vehicles: readonly ScheduleVehicle[];
  monday: string;
  onOpen: (bookingId: number) => void;
}): ReactNode {
  const format = useFormat();
  const texts = useBookingTexts();
  const days = weekDays(props.monday)
    .map((day) => ({ day, vehicles: props.vehicles.filter(({ Schedule }) => itemsOf(Schedule, day).length > 0) }))
    .filter(({ vehicles }) => vehicles.length > 0);
  return (
    <div
      className={styles['phone']}
      onClick={(event) => {
        const id = (event.target as Element).closest('[data-booking]')?.getAttribute('data-booking');
        if (id) props.onOpen(Number(id));
      }}
    >
      {days.map(({ day, vehicles }) => (
        <section key={day} aria-labelledby={`past-${day}`}>
          <h2 id={`past-${day}`} className={styles['pastDay']}>
            {format.longDay(day)}
          </h2>
          <ul className={styles['cards']}>
            {vehicles.map((vehicle) => (
              <li key={vehicle.Imei} className={styles['card']}>
                <div className={styles['vehicle']}>
                  <h3>{vehicle.Name}</h3>
                  <p className={styles['soft']}>{texts.plate(vehicle)}</p>
                </div>
                <div className={styles['items']}>
                  {itemsOf(vehicle.Schedule, day).map((item) => (
                    <BookingChip key={item.booking_id} item={item} vehicle={vehicle.Name} isMovable={false} isStop={false} />
                  ))}
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
