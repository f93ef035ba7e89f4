import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { widened } from '../../../map/circle.ts';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { MapControls } from '../../../map/map-controls.tsx';
import type { MapHandle } from '../../../map/map-context.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapPoint } from '../../../map/shapes.ts';
import { TripRouteLayer } from '../../../map/trip-route-layer.tsx';
import { useFitSmaller } from '../../../map/use-fit-smaller.ts';
import { routeQuery } from '../queries.ts';

/** A circle of 50 m is seen as one, with the streets about it. */
const OWN_MAX_ZOOM = 16;
/** With so much about it a circle takes a third of the map: the next crossings and street names tell where it is. */
const SURROUNDINGS = 2.2;

interface Shown {
  readonly rings: readonly { readonly points: readonly MapPoint[]; readonly isFaint: boolean }[];
  readonly center: MapPoint | null;
  readonly onPick: ((point: MapPoint) => void) | undefined;
  /** The trip that it began with: its way there is drawn. */
  readonly tripId: number | null;
}

/** All of the circle is in view with the streets about it, also after it was found elsewhere or made larger or smaller; without one yet, the other places are. */
export function PlaceMap(props: Shown): ReactNode {
  const { rings } = props;
  const t = useT();
  const { setup } = useMapSetup();
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const fitted = useRef<MapHandle | null>(null);
  const own = useMemo(() => rings.find(({ isFaint }) => !isFaint)?.points, [rings]);
  const view = useMemo(() => {
    const bounds = boundsOf(own ? widened(own, SURROUNDINGS) : rings.flatMap(({ points }) => points));
    return bounds && { bounds };
  }, [own, rings]);
  useEffect(() => {
    if (!handle || !own) return;
    const { west, south, east, north } = handle.bounds();
    const isOutside = own.some(({ lat, lng }) => lng < west || lng > east || lat < south || lat > north);
    if (isOutside || fitted.current !== handle)
      handle.fit(widened(own, SURROUNDINGS), { maxZoom: OWN_MAX_ZOOM, isInstant: fitted.current !== handle });
    fitted.current = handle;
  }, [handle, own]);
  useFitSmaller(handle, own, () => {
    if (own) handle?.fit(widened(own, SURROUNDINGS), { maxZoom: OWN_MAX_ZOOM });
  });
  return (
    <MapSurface {...setup} initialView={view} handleRef={setHandle} label={t('PlaceMap')}>
      <PlaceLayers {...props} />
      <MapControls hasLocation hasLayers />
    </MapSurface>
  );
}

/** The circle with a pin in its middle, the other places, and the way of the trip that it began with, as far as it may be seen. */
export function PlaceLayers({ rings, center, onPick, tripId }: Shown): ReactNode {
  const send = useSend();
  const route = useQuery({ ...routeQuery(send, tripId ?? 1), enabled: tripId !== null });
  const { lat, lng } = center ?? {};
  const pins = useMemo(
    () => (lat === undefined || lng === undefined ? [] : [{ id: 'center', label: '', lat, lng, kind: 'place' as const }]),
    [lat, lng],
  );
  const routes = useMemo(() => (route.data ? [{ parts: route.data.parts, isOngoing: false }] : []), [route.data]);
  return (
    <>
      <CircleLayer rings={rings} onPick={onPick} />
      {routes.length > 0 && <TripRouteLayer routes={routes} />}
      <PinLayer pins={pins} />
    </>
  );
}
