import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { VehicleState } from '@spora/contract/bookings/limits';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './week.module.css';

const ICONS: Record<VehicleState, IconName> = {
  free: 'check',
  'in-use': 'truck',
  'in-service': 'wrench',
  'no-position': 'alert',
  'no-contact': 'offline',
  'never-reported': 'offline',
};
/** What holds on other days too: the rest is of this moment. */
const LASTING: readonly VehicleState[] = ['no-position', 'no-contact', 'never-reported'];

/** BOOK-045: how a vehicle is just now, in a shape and a word, and who has it or has booked it. Beside another day than today only what is true then as well. */
export function VehicleMark(props: {
  vehicle: Pick<ScheduleVehicle, 'state' | 'used_by' | 'is_used_by_booking'>;
  isToday: boolean;
}): ReactNode {
  const { state, used_by: by, is_used_by_booking: isBooked } = props.vehicle;
  const t = useT();
  const user = useUser();
  if (!props.isToday && !LASTING.includes(state)) return null;
  const text =
    state !== 'in-use' || !by
      ? t(`VehicleState-${state}`)
      : by.id === user.ID
        ? t(isBooked ? 'VehicleBookedByYou' : 'VehicleUsedByYou')
        : t(isBooked ? 'VehicleBookedBy' : 'VehicleUsedBy', { name: by.name });
  return (
    <span className={styles['state']} data-state={state} title={text}>
      <Icon name={isBooked ? 'calendar' : ICONS[state]} size={14} />
      <span className={styles['stateText']}>{text}</span>
    </span>
  );
}
