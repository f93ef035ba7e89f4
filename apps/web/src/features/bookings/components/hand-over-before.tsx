import type { Booking } from '@spora/contract/bookings/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { PictureImage } from '../../object-description/public/picture-image.tsx';
import styles from './booking.module.css';
import { pictureQuery } from './return-picture.tsx';

/** How the vehicle was left by whoever had it last, for the one who is to drive it; nothing where nobody said. */
export function HandOverBefore({ before, unitName }: { before: Booking['hand_over_before']; unitName: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  if (!before) return null;
  const values = [
    before.odometer_km === null ? '' : t('BookingBeforeOdometer', { odometer: format.km(before.odometer_km * 1000) }),
    before.fuel_pct === null ? '' : t('BookingBeforeFuel', { percent: before.fuel_pct }),
  ].filter(Boolean);
  return (
    <section className={styles['came']} aria-labelledby="hand-over-before">
      <h3 id="hand-over-before">{t('BookingBefore')}</h3>
      {before.note !== '' && <p>{before.note}</p>}
      {values.length > 0 && <p>{values.join(' · ')}</p>}
      <p className={styles['soft']}>
        <Unbroken>{t('BookingHandOverBy', { name: before.by_name, time: format.dateTime(before.at) })}</Unbroken>
      </p>
      {before.has_picture && (
        <PictureImage query={pictureQuery(send, before.booking_id)} alt={t('BookingPictureOf', { unit: unitName })} />
      )}
    </section>
  );
}
