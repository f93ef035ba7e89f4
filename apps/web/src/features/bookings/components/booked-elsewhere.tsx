import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { spanOf } from '../time-model.ts';
import { useBookingTexts } from '../use-booking-texts.ts';
import styles from './booking.module.css';

/** Warns of other vehicles that somebody has booked at the same time; nothing where there are none. */
export function BookedElsewhere(props: {
  text: string;
  bookings: readonly { readonly unit_name: string; readonly start_date: string; readonly end_date: string }[];
}): ReactNode {
  const t = useT();
  const texts = useBookingTexts();
  if (props.bookings.length === 0) return null;
  return (
    <Banner tone="warning">
      <p>{props.text}</p>
      <ul className={styles['plain']}>
        {props.bookings.map((each) => (
          <li key={each.unit_name + each.start_date}>
            <Unbroken>{t('BookingTakenBy', { name: each.unit_name, time: texts.span(spanOf(each)) })}</Unbroken>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
