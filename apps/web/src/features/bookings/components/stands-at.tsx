import type { Booking } from '@spora/contract/bookings/endpoints';
import { nearText } from '@spora/messages/near';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { Settled } from './booking-fields.tsx';

/** Where the vehicle of a booking is now, with the way to it on the map; nothing where that is not told. */
export function StandsAt({ booking }: { booking: Booking }): ReactNode {
  const { place, imei } = booking;
  const t = useT();
  if (place === null) return null;
  return (
    <Settled
      label={t('BookingPlaceNow')}
      value={
        <PageLink to={ADDRESSES.map} search={{ unit: imei }}>
          {booking.place_is_approximate ? nearText(place, t) : place}
        </PageLink>
      }
    />
  );
}
