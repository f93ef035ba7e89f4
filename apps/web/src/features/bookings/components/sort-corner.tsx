import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { VEHICLE_SORTS, type VehicleOrder } from '../search.ts';
import styles from './week.module.css';

/** BOOK-006: above the vehicles, by what they are sorted. */
export function SortCorner(props: { order: VehicleOrder; onSort: (order: VehicleOrder) => void }): ReactNode {
  const { order } = props;
  const t = useT();
  return (
    <div className={styles['corner']} role="columnheader" aria-colindex={1} aria-label={t('BookingVehicle')}>
      <span className={styles['sorts']} role="group" aria-label={t('BookingSortBy')}>
        {VEHICLE_SORTS.map((sort) => {
          const isDown = order === `-${sort}`;
          const isActive = isDown || order === sort;
          return (
            <button
              key={sort}
              type="button"
              className={styles['sort']}
              aria-pressed={isActive}
              onClick={() => props.onSort(isActive && !isDown ? `-${sort}` : sort)}
            >
              {t(`BookingSort-${sort}`)}
              {isActive && <Icon name="chevron-down" size={12} className={isDown ? undefined : styles['up']} />}
            </button>
          );
        })}
      </span>
    </div>
  );
}
