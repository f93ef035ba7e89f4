import type { RemovedBooking, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { BOOKING_LATE_MINUTES } from '@spora/contract/bookings/limits';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import { weekSum } from '../week-model.ts';
import { OUTCOME_ICONS } from './booking-chip.tsx';
import styles from './week.module.css';

/** Of a week that is over: that it is, and what came of its bookings, in the signs that they bear below. */
export function PastWeek(props: {
  vehicles: readonly ScheduleVehicle[];
  /** How many vehicles nobody had booked, and that are left out; null: none is. */
  hidden: number | null;
  onShowAll: () => void;
  removed: readonly RemovedBooking[];
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
      <Removed removed={props.removed} />
      <details className={styles['told']}>
        <summary>{t('BookingLateRule')}</summary>
        <p>{t('BookingLateRuleText', { minutes: BOOKING_LATE_MINUTES })}</p>
      </details>
    </div>
  );
}

/** Which bookings of a week were removed, by whom and when: folded, since most ask for what is there. */
export function Removed({ removed }: { removed: readonly RemovedBooking[] }): ReactNode {
  const t = useT();
  const texts = useBookingTexts();
  if (removed.length === 0) return null;
  return (
    <details className={styles['told']}>
      <summary>{t('BookingRemovedCount', { count: removed.length })}</summary>
      <ul>
        {removed.map((each) => (
          <li key={`${each.unit_name} ${each.start_date} ${each.removed_at}`}>
            <strong>{each.unit_name}</strong>
            <span>{texts.span(spanOf(each))}</span>
            <span>
              {[each.driver_name || (each.purpose === '' ? t('BookingRemovedNobody') : ''), each.purpose]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={styles['soft']}>
              <Unbroken>{t('BookingRemovedBy', { name: each.removed_by, time: each.removed_at.slice(0, 16) })}</Unbroken>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How many came to what, in the signs of their chips. */
export function Outcomes({ vehicles }: { vehicles: readonly ScheduleVehicle[] }): ReactNode {
  const t = useT();
  const { outcomes, fetchedLate } = weekSum(vehicles);
  return (
    <>
      {outcomes.map(([outcome, count]) => (
        <span key={outcome} className={styles['outcome']} data-outcome={outcome}>
          <Icon name={OUTCOME_ICONS[outcome]} size={14} />
          {t(`BookingOutcomes-${outcome}`, { count })}
        </span>
      ))}
      {fetchedLate > 0 && (
        <span className={styles['outcome']} data-outcome="late">
          {t('BookingFetchedLateCount', { count: fetchedLate })}
        </span>
      )}
    </>
  );
}
