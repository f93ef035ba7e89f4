import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import type { BookingForm } from '../booking-form.ts';
import { type FreeThen, useFreeThen } from '../use-free-then.ts';
import { isAtHand, kindDistance } from '../vehicle-kinds.ts';
import styles from './booking.module.css';

/** So many are a choice; for more there is the search. */
const OFFERED_MAX = 3;

/**
 * BOOK-040: what else is free at a time at which the chosen vehicle is not, each a tap away: cars and vans for one of them, first those of its
 * department, as another one may be in another town, then those that nobody else drives as a rule, of its own kind before others, and then in
 * the order of the search. What nobody hears from or can find, and what somebody drives before a time that begins soon, is not offered.
 */
export function OtherVehicles(props: {
  form: BookingForm;
  all: readonly ScheduleVehicle[];
  isSoon: boolean;
  onChoose: (imei: string) => void;
}): ReactNode {
  const { form, all, isSoon } = props;
  const t = useT();
  const user = useUser();
  const then = useFreeThen(form, true);
  const chosen = all.find(({ Imei }) => Imei === form.imei);
  const isElsewhere = (of: string | null): boolean =>
    chosen !== undefined && chosen.department !== null && of !== chosen.department;
  const rank = ({ kind, department, usual_driver: usual }: FreeThen['vehicles'][number]): number => {
    const distance = chosen ? kindDistance(chosen.kind, kind) : 0;
    const isOthers = usual !== null && usual.id !== user.ID;
    return (distance === 2 ? 8 : distance) + (isElsewhere(department) ? 4 : 0) + (isOthers ? 2 : 0);
  };
  const offered = (then?.vehicles ?? [])
    .filter((vehicle) => vehicle.Imei !== form.imei && isAtHand(vehicle, isSoon))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, OFFERED_MAX);
  const box = useRef<HTMLDivElement>(null);
  const hasSome = offered.length > 0;
  // They come a moment after what they are offered for has come into view.
  useEffect(() => {
    if (hasSome) box.current?.closest('[data-taken]')?.scrollIntoView({ block: 'nearest' });
  }, [hasSome]);
  if (!hasSome) return null;
  return (
    <div ref={box} className={styles['freeTimes']} role="group" aria-label={t('BookingOtherFree')}>
      <span>{t('BookingOtherFree')}</span>
      {offered.map(({ Imei, Name, RegistrationNumber, department, usual_driver: usual }) => (
        <div key={Imei} className={styles['line']}>
          <Button isSmall onClick={() => props.onChoose(Imei)}>
            {[Name, RegistrationNumber].filter(Boolean).join(' · ')}
          </Button>
          {department !== null && isElsewhere(department) && <span className={styles['soft']}>{department}</span>}
          {usual && usual.id !== user.ID && <span className={styles['soft']}>{t('BookingFindUsual', { name: usual.name })}</span>}
        </div>
      ))}
    </div>
  );
}
