import type { TripType } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import styles from './type-mark.module.css';

/** TRIP-003, TRIP-004: the colour and shape of a trip type, wherever its sum stands; the account's own colour for the third type. Its name stands beside it. */
export function TypeMark({ type }: { type: TripType }): ReactNode {
  return <span className={styles['mark']} data-type={type} aria-hidden="true" />;
}
