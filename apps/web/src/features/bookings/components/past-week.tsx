import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { weekSum } from '../week-model.ts';
import { OUTCOME_ICONS } from './booking-chip.tsx';
import styles from './week.module.css';

/** Of a week that is over: that it is, and what came of its bookings, in the signs that they bear below. */
export function PastWeek(props: {
  vehicles: readonly ScheduleVehicle[];
  /** How many vehicles nobody had booked, and that are left out; null: none is. */
  hidden: number | null;
  onShowAll: () => void;
  /** The day of the first booking, where it is of this week; null: there are earlier ones. */
  first: string | null;
}): ReactNode {
  const { hidden } = props;
  const t = useT();
  const format = useFormat();
  const { bookings } = weekSum(props.vehicles);
  return (
    <div className={styles['past']}>
      <strong>{t('BookingWeekOver', { count: bookings })}</strong>
      <Outcomes vehicles={props.vehicles} />
      {props.first !== null && (
        <span className={styles['outcome']}>{t('BookingNoOlder', { day: format.longDay(props.first) })}</span>
      )}
      {hidden !== null && (
        <Button isSmall look="quiet" onClick={props.onShowAll}>
          {t('BookingShowUnbooked', { count: hidden })}
        </Button>
      )}
    </div>
  );
}

/** How many came to what, in the signs of their chips. */
export function Outcomes({ vehicles }: { vehicles: readonly ScheduleVehicle[] }): ReactNode {
  const t = useT();
  return weekSum(vehicles).outcomes.map(([outcome, count]) => (
    <span key={outcome} className={styles['outcome']} data-outcome={outcome}>
      <Icon name={OUTCOME_ICONS[outcome]} size={14} />
      {t(`BookingOutcomes-${outcome}`, { count })}
    </span>
  ));
}
