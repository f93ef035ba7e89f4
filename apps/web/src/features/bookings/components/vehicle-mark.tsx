import type { VehicleState } from '@spora/contract/bookings/limits';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import styles from './week.module.css';

const ICONS: Record<VehicleState, IconName> = {
  free: 'check',
  'in-use': 'truck',
  'in-service': 'wrench',
  'no-contact': 'offline',
};

/** BOOK-045: how a vehicle is just now, in a shape and a word. */
export function VehicleMark({ state }: { state: VehicleState }): ReactNode {
  const t = useT();
  return (
    <span className={styles['state']} data-state={state}>
      <Icon name={ICONS[state]} size={14} />
      {t(`VehicleState-${state}`)}
    </span>
  );
}
