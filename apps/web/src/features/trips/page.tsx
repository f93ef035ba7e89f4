import type { Trip } from '@spora/contract/trips/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink, useGo, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { addressText } from '../../lib/address-text.ts';
import { FormLink } from '../../ui/form-link.tsx';
import { CorrectOdometer } from '../maintenance/public/correct-odometer.tsx';
import type { TripEnd } from './components/place-naming.tsx';
import { TripMap } from './components/trip-map.tsx';
import { BeginWithUnit } from '../../ui/begin-unit.tsx';
import type { TripSearch } from './public/trip-search.ts';
import { TripLogScreen } from './screen.tsx';

/** The trip log with a map beside it, with what the address holds. */
export function TripLogPage(): ReactNode {
  const t = useT();
  const go = useGo();
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
      renderOdometerLink={({ imei, unit_name: unitName, stop }) =>
        imei !== null && <CorrectOdometer imei={imei} unitName={unitName} at={stop?.time ?? null} />
      }
      renderPlaceLink={(trip, which) => <PlaceLink trip={trip} which={which} />}
      onNamePlace={(trip, which) => void go({ to: ADDRESSES.newPlace, search: { trip: String(trip.id), which } })}
    />
  );
}

/** TRIP-014, PLACE-011: an end of the trip that has no name yet can be given one. */
function PlaceLink({ trip, which }: { trip: Trip; which: TripEnd }): ReactNode {
  const t = useT();
  return (
    <FormLink to={ADDRESSES.newPlace} search={{ trip: String(trip.id), which }} look="quiet" isSmall icon="pin">
      {t('PlaceSave')}
      <span className="visually-hidden">: {addressText(trip[which], t)}</span>
    </FormLink>
  );
}
