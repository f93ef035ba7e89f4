import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { TripMap } from './components/trip-map.tsx';
import { BeginWithUnit } from '../../ui/begin-unit.tsx';
import type { TripSearch } from './public/trip-search.ts';
import { TripLogScreen } from './screen.tsx';

/** The trip log with a map beside it, with what the address holds. */
export function TripLogPage(): ReactNode {
  const t = useT();
  const user = useUser();
  const search = usePageSearch(ADDRESSES.tripLog);
  const patch = useSearchPatch(ADDRESSES.tripLog);
  return (
    <TripLogScreen
      search={search}
      onSearch={(next: Partial<TripSearch>, options) => patch(next, { replace: options?.replace ?? false })}
      onBack={() => history.back()}
      placesLink={<PageLink to={ADDRESSES.places}>{t('StreetAddressesPlaces')}</PageLink>}
      begin={<BeginWithUnit />}
      renderMap={(trip) => <TripMap trip={trip} />}
      renderOdometerLink={({ imei }) =>
        imei !== null && (
          <PageLink to={ADDRESSES.editUnit} search={{ imei, tab: 'odometer' }}>
            {t('OdometerGapCorrect')}
          </PageLink>
        )
      }
      renderPlaceLinks={(trip) => !user.userHasOnlyBasSubscription && <PlaceLinks trip={trip} />}
    />
  );
}

/** TRIP-014, PLACE-011: an end of the trip that has no name yet can be given one. */
function PlaceLinks({ trip }: { trip: Trip }): ReactNode {
  const t = useT();
  const link = (which: 'start' | 'stop') => (
    <PageLink
      to={ADDRESSES.newPlace}
      search={{ trip: String(trip.id), which }}
      className={buttonClass({ look: 'quiet', isSmall: true })}
    >
      {t(which === 'start' ? 'PlaceSaveStart' : 'PlaceSaveStop')}
    </PageLink>
  );
  return (
    <p>
      {trip.start.lat !== null && trip.start.place === null && link('start')}
      {trip.stop !== null && trip.stop.lat !== null && trip.stop.place === null && link('stop')}
    </p>
  );
}
