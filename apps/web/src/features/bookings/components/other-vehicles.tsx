import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import type { BookingForm } from '../booking-form.ts';
import { useFreeThen } from '../use-free-then.ts';
import { isAtHand } from '../vehicle-kinds.ts';
import styles from './booking.module.css';

/** So many are a choice; for more there is the search. */
const OFFERED_MAX = 3;

/**
 * BOOK-040: what else is free at a time at which the chosen vehicle is not, each a tap away: of its kind first, and in the order of the search.
 * What nobody hears from or can find, and of today what somebody drives, is not offered.
 */
export function OtherVehicles(props: {
  form: BookingForm;
  all: readonly ScheduleVehicle[];
  isToday: boolean;
  onChoose: (imei: string) => void;
}): ReactNode {
  const { form, all, isToday } = props;
  const t = useT();
  const user = useUser();
  const then = useFreeThen(form, true);
  const kind = all.find(({ Imei }) => Imei === form.imei)?.kind;
  const isOther = (vehicle: { readonly kind: string }): number => (vehicle.kind === kind ? 0 : 1);
  const offered = (then?.vehicles ?? [])
    .filter((vehicle) => vehicle.Imei !== form.imei && isAtHand(vehicle, isToday))
    .toSorted((one, other) => isOther(one) - isOther(other))
    .slice(0, OFFERED_MAX);
  if (offered.length === 0) return null;
  return (
    <div className={styles['freeTimes']} role="group" aria-label={t('BookingOtherFree')}>
      <span>{t('BookingOtherFree')}</span>
      {offered.map(({ Imei, Name, RegistrationNumber, usual_driver: usual }) => (
        <div key={Imei} className={styles['line']}>
          <Button isSmall onClick={() => props.onChoose(Imei)}>
            {[Name, RegistrationNumber].filter(Boolean).join(' · ')}
          </Button>
          {usual && usual.id !== user.ID && <span className={styles['soft']}>{t('BookingFindUsual', { name: usual.name })}</span>}
        </div>
      ))}
    </div>
  );
}
