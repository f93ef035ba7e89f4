import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import { addPhone } from '../../lib/add-phone.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { type Step, usePageSearch, useSearchPatch, useSearchSteps } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { FILTER_KEYS, type FilterSearch } from './filter-search.ts';
import { CARD_PARTS } from './card-parts.tsx';
import type { TrackingSearch } from './model.ts';
import { TrackingScreen } from './screen.tsx';
import { useLayerAddress } from '../../map/use-layers.ts';

const OwnCheckIns = lazy(() => import('../drivers/public/own-check-ins.tsx').then((module) => ({ default: module.OwnCheckIns })));
const TheftsOnMap = lazy(() => import('../modes/public/thefts-on-map.tsx').then((module) => ({ default: module.TheftsOnMap })));
const PlacesOnMap = lazy(() => import('../places/public/places-on-map.tsx').then((module) => ({ default: module.PlacesOnMap })));
const ZonesOnMap = lazy(() => import('../zones/public/zones-on-map.tsx').then((module) => ({ default: module.ZonesOnMap })));

const TagsOnMap = lazy(() => import('../sensors/public/tags-on-map.tsx').then((module) => ({ default: module.TagsOnMap })));

const NO_FILTERS = Object.fromEntries(FILTER_KEYS.map((key) => [key, undefined]));

/** The live map, with what the address holds. */
export function TrackingPage(): ReactNode {
  const user = useUser();
  const search = usePageSearch(ADDRESSES.map);
  const patch = useSearchPatch(ADDRESSES.map);
  const step = useSearchSteps(ADDRESSES.map);
  useLayerAddress(
    search.layer,
    useCallback((layer: string | undefined) => patch({ layer }), [patch]),
  );
  const onSearch = useCallback(({ unit, from, to }: TrackingSearch, how?: Step) => step({ unit, from, to }, how), [step]);
  const onFilters = useCallback((filters: FilterSearch) => patch({ ...NO_FILTERS, ...filters }), [patch]);
  return (
    <TrackingScreen
      search={search}
      onSearch={onSearch}
      onFilters={onFilters}
      onAddPhone={user.IsAdmin ? addPhone : null}
      renderOnMap={(drawn) => (
        <Suspense fallback={null}>
          {/* A history has no card. */}
          <ZonesOnMap openImei={search.from === undefined ? search.unit : undefined} />
          <PlacesOnMap />
          <TagsOnMap drawn={drawn} />
        </Suspense>
      )}
      overMap={
        <Suspense fallback={null}>
          <TheftsOnMap openImei={search.unit} />
          <OwnCheckIns openImei={search.unit} />
        </Suspense>
      }
      {...CARD_PARTS}
    />
  );
}
