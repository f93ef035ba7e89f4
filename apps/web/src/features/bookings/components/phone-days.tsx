import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Button } from '../../../ui/button.tsx';
import { useFreeDays } from '../../days-off/public/free-days.ts';
import { dayOf, type Local } from '../time-model.ts';
import { shortDay, useBookingTexts } from '../use-booking-texts.ts';
import type { Booked } from '../use-tell-booked.ts';
import { itemsOf, weekDays } from '../week-model.ts';
import { BookingChip } from './booking-chip.tsx';
import styles from './phone-days.module.css';
import { VehicleMark } from './vehicle-mark.tsx';

const CARD_PX = 104;

/** BOOK-049: one day of the week, vehicle by vehicle. */
export function PhoneDays(props: {
  vehicles: readonly ScheduleVehicle[];
  monday: string;
  now: Local;
  /** What was just booked is scrolled to. */
  booked: Booked | null;
  day: string;
  onDay: (day: string) => void;
  onOpen: (bookingId: number) => void;
  onNew: (vehicle: ScheduleVehicle, day: string) => void;
}): ReactNode {
  const { monday, day, now } = props;
  const t = useT();
  const format = useFormat();
  const texts = useBookingTexts();
  const list = useRef<HTMLUListElement>(null);
  const days = weekDays(monday);
  const today = dayOf(now);
  const counts = days.map((each) => props.vehicles.flatMap(({ Schedule }) => itemsOf(Schedule, each)).length);
  // What is booked is what one looks at a day for; the others are there to be booked, below.
  const booked = props.vehicles.filter(({ Schedule }) => itemsOf(Schedule, day).length > 0);
  const others = props.vehicles.filter((vehicle) => !booked.includes(vehicle));
  const vehicles = booked.length > 0 && others.length > 0 ? [...booked, null, ...others] : props.vehicles;
  const freeDay = useFreeDays(days);
  const rows = useRowWindow(vehicles.length, CARD_PX, list);
  const bookedRow = vehicles.findIndex((vehicle) => vehicle?.Imei === props.booked?.imei && vehicle !== null);
  const isLoaded = booked.some(({ Imei }) => Imei === props.booked?.imei);
  const followed = useRef<Booked | null>(null);
  useEffect(() => {
    // Once for each booking: whoever scrolls on afterwards is not called back.
    if (!props.booked || bookedRow < 0 || !list.current || followed.current === props.booked) return;
    // Until the week is loaded anew it stands among those that are not booked, and goes up from there.
    if (isLoaded) followed.current = props.booked;
    const cardOf = (): Element | null | undefined => list.current?.querySelector(`[data-index="${bookedRow}"]`);
    const intoView = (): void => cardOf()?.scrollIntoView({ block: 'center' });
    // A card that is not drawn yet lies about there.
    if (!cardOf())
      window.scrollTo({ top: list.current.getBoundingClientRect().top + window.scrollY + (bookedRow - 2) * CARD_PX });
    intoView();
    requestAnimationFrame(() => requestAnimationFrame(intoView));
  }, [props.booked, isLoaded, bookedRow]);
  return (
    <div className={styles['phone']}>
      <div className={styles['strip']} role="group" aria-label={t('BookingDays')}>
        {days.map((each, i) => (
          <button
            key={each}
            type="button"
            className={styles['stripDay']}
            aria-pressed={each === day}
            aria-current={each === today ? 'date' : undefined}
            title={(counts[i] ?? 0) > 0 ? t('BookingDayCount', { count: counts[i] ?? 0 }) : undefined}
            onClick={() => props.onDay(each)}
          >
            <span className="visually-hidden">{[format.longDay(each), freeDay(each)?.text].filter(Boolean).join(', ')}</span>
            <span aria-hidden="true">{format.weekday(each)}</span>
            <strong aria-hidden="true">{shortDay(each)}</strong>
            {(counts[i] ?? 0) > 0 && <span className={styles['dot']} />}
          </button>
        ))}
      </div>
      {freeDay(day) !== null && <p className={styles['free']}>{freeDay(day)?.text}</p>}
      <ul ref={list} className={styles['cards']} aria-label={format.longDay(day)}>
        {rows.before > 0 && <li aria-hidden="true" style={{ height: rows.before }} />}
        {rows.indexes.map((index) => {
          const vehicle = vehicles[index];
          if (vehicle === undefined) return null;
          if (vehicle === null)
            return (
              <li key="others" ref={rows.measure} data-index={index} className={styles['apart']}>
                {t('BookingNotBookedDay')}
              </li>
            );
          const items = itemsOf(vehicle.Schedule, day);
          return (
            <li key={vehicle.Imei} ref={rows.measure} data-index={index} className={styles['card']}>
              <div className={styles['cardTop']}>
                <div className={styles['vehicle']}>
                  <h2>{vehicle.Name}</h2>
                  <p className={styles['soft']}>
                    {texts.plate(vehicle)}
                    <VehicleMark vehicle={vehicle} isToday={day === today} />
                  </p>
                </div>
                {day >= today && (
                  <Button
                    icon="plus"
                    aria-label={t('BookingAdd', { vehicle: vehicle.Name, day: format.longDay(day) })}
                    onClick={() => props.onNew(vehicle, day)}
                  >
                    {t('BookingBook')}
                  </Button>
                )}
              </div>
              <div
                className={styles['items']}
                onClick={(event) => {
                  const id = (event.target as Element).closest('[data-booking]')?.getAttribute('data-booking');
                  if (id) props.onOpen(Number(id));
                }}
              >
                {items.map((item) => (
                  <BookingChip key={item.booking_id} item={item} vehicle={vehicle.Name} isMovable={false} isStop={false} />
                ))}
              </div>
            </li>
          );
        })}
        {rows.after > 0 && <li aria-hidden="true" style={{ height: rows.after }} />}
      </ul>
    </div>
  );
}
