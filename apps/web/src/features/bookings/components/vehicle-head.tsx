import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useBookingTexts } from '../use-booking-texts.ts';
import { VehicleMark } from './vehicle-mark.tsx';
import styles from './week.module.css';

/** BOOK-002, BOOK-045: which vehicle a row is of, and what it does just now. */
export function VehicleHead({ vehicle, isToday }: { vehicle: ScheduleVehicle; isToday: boolean }): ReactNode {
  const texts = useBookingTexts();
  return (
    <div className={styles['vehicle']} role="rowheader" aria-colindex={1}>
      <span className={styles['vehicleName']} title={vehicle.Name}>
        {vehicle.Name}
      </span>
      <span className={styles['plate']} title={texts.plate(vehicle)}>
        {texts.plate(vehicle)}
      </span>
      <VehicleMark vehicle={vehicle} isToday={isToday} />
    </div>
  );
}
