import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useMapSetup } from '../../lib/use-map-setup.ts';
import { CircleLayer } from '../../map/circle-layer.tsx';
import { MapSurface } from '../../map/map-surface.tsx';
import { PinLayer } from '../../map/pin-layer.tsx';
import { boundsOf, type MapPoint, type MapView } from '../../map/shapes.ts';
import { TripRouteLayer } from '../../map/trip-route-layer.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PassageDetails } from './model.ts';
import styles from './passage-sheet.module.css';

const STREETS_ZOOM = 15;

function viewOf({ is_zone: isZone, points }: Place): MapView | null {
  const bounds = isZone ? boundsOf(points) : null;
  return bounds ? { bounds } : points[0] ? { center: points[0], zoom: STREETS_ZOOM } : null;
}

type Place = NonNullable<PassageDetails['place']>;

/** Where the station stands or the zone lies, and how it was driven past, as far as that is known. */
export function PassageMap(props: { name: string; place: Place; way: readonly MapPoint[] }): ReactNode {
  const { name, place, way } = props;
  const t = useT();
  const { setup, isPending } = useMapSetup();
  // As it was when the map opened: whoever moves it stays where they look.
  const [view] = useState(() => viewOf(place));
  const rings = useMemo(() => (place.is_zone ? [{ points: place.points, isFaint: false }] : []), [place]);
  const pins = useMemo(
    () => (place.is_zone ? [] : place.points.map((point) => ({ ...point, id: 'station', label: name, kind: 'place' as const }))),
    [place, name],
  );
  const routes = useMemo(() => [{ parts: [way], isOngoing: false, isStretch: true }], [way]);
  if (isPending) return <Skeleton className={styles['map']} />;
  return (
    <div className={styles['map']}>
      <MapSurface {...setup} initialView={view} label={t('TollsMap', { station: name })}>
        <CircleLayer rings={rings} isBelow />
        <TripRouteLayer routes={routes} />
        <PinLayer pins={pins} />
      </MapSurface>
    </div>
  );
}
