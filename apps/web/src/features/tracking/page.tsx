import { lazy, Suspense, useCallback, type ReactNode } from 'react';
import { addPhone } from '../../lib/add-phone.ts';
import { ADDRESSES } from '../../lib/addresses.ts';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { TrackingScreen } from './screen.tsx';
import { useLayerAddress } from '../../map/use-layers.ts';

/** With its dialogs; the map does not wait for it. */
const UnitCheckIn = lazy(() => import('../drivers/public/unit-check-in.tsx').then((module) => ({ default: module.UnitCheckIn })));

const ArmUnit = lazy(() => import('../zones/public/arm-unit.tsx').then((module) => ({ default: module.ArmUnit })));
const TheftsOnMap = lazy(() => import('../modes/public/thefts-on-map.tsx').then((module) => ({ default: module.TheftsOnMap })));
const UnitReporting = lazy(() =>
  import('../modes/public/unit-reporting.tsx').then((module) => ({ default: module.UnitReporting })),
);
const IoFacts = lazy(() => import('../commands/public/io-facts.tsx').then((module) => ({ default: module.IoFacts })));
const NextService = lazy(() =>
  import('../maintenance/public/next-service.tsx').then((module) => ({ default: module.NextService })),
);
const PlacesOnMap = lazy(() => import('../places/public/places-on-map.tsx').then((module) => ({ default: module.PlacesOnMap })));
const ZonesOnMap = lazy(() => import('../zones/public/zones-on-map.tsx').then((module) => ({ default: module.ZonesOnMap })));

const TagsOnMap = lazy(() => import('../sensors/public/tags-on-map.tsx').then((module) => ({ default: module.TagsOnMap })));
const ShareUnit = lazy(() => import('../sharing/public/share-unit.tsx').then((module) => ({ default: module.ShareUnit })));

/** The live map, with what the address holds. */
export function TrackingPage(): ReactNode {
  const user = useUser();
  const search = usePageSearch(ADDRESSES.map);
  const patch = useSearchPatch(ADDRESSES.map);
  useLayerAddress(
    search.layer,
    useCallback((layer: string | undefined) => patch({ layer }), [patch]),
  );
  return (
    <TrackingScreen
      search={search}
      onSearch={({ unit, from, to }) => patch({ unit, from, to })}
      onAddPhone={user.IsAdmin ? addPhone : null}
      onMap={
        <Suspense fallback={null}>
          <ZonesOnMap />
          <PlacesOnMap />
          <TagsOnMap />
        </Suspense>
      }
      overMap={
        <Suspense fallback={null}>
          <TheftsOnMap openImei={search.unit} />
        </Suspense>
      }
      renderReporting={({ imei, name, onTrail }) => (
        <Suspense fallback={null}>
          <UnitReporting imei={imei} unitName={name} onTrail={onTrail} />
        </Suspense>
      )}
      renderFacts={(imei) => (
        <Suspense fallback={null}>
          <IoFacts imei={imei} />
          <NextService imei={imei} />
        </Suspense>
      )}
      renderSharing={(imei) => (
        <Suspense fallback={null}>
          <ShareUnit imei={imei} />
        </Suspense>
      )}
      renderArming={(imei) => (
        <Suspense fallback={null}>
          <ArmUnit imei={imei} />
        </Suspense>
      )}
      renderCheckIn={({ id, imei, name }) => (
        <Suspense fallback={null}>
          <UnitCheckIn unitId={id} imei={imei} unitName={name} />
        </Suspense>
      )}
    />
  );
}
