import type { Trip } from '@spora/contract/trips/endpoints';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TripSearch } from '../features/trips/public/trip-search.ts';
import { TripLogScreen } from '../features/trips/screen.tsx';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { buttonClass } from '../ui/button.tsx';
import { TripMap } from '../features/trips/components/trip-map.tsx';

/** The trip log with a map beside it. */
export function TripLogPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const search = useSearch({ from: ADDRESSES.tripLog });
  const navigate = useNavigate({ from: ADDRESSES.tripLog });
  useDocumentTitle(user.userHasOnlyBasSubscription ? t('MenuLog') : t('TripLog'));
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch, options) =>
        void navigate({
          to: ADDRESSES.tripLog,
          search: (before: TripSearch) => ({ ...before, ...patch }),
          replace: options?.replace ?? false,
        })
      }
      renderMap={(trip) => <TripMap trip={trip} />}
      renderPlaceLinks={(trip) => !user.userHasOnlyBasSubscription && <PlaceLinks trip={trip} />}
    />
  );
}

/** TRIP-014, PLACE-011: an end of the trip that has no name yet can be given one. */
function PlaceLinks({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const link = (which: 'start' | 'stop') => (
    <Link
      to={ADDRESSES.editPlace}
      search={{ trip: String(trip.id), which }}
      className={buttonClass({ look: 'quiet', isSmall: true })}
    >
      {t(which === 'start' ? 'PlaceSaveStart' : 'PlaceSaveStop')}
    </Link>
  );
  return (
    <p>
      {trip.start.lat !== null && trip.start.place === null && link('start')}
      {trip.stop !== null && trip.stop.lat !== null && trip.stop.place === null && link('stop')}
    </p>
  );
}
