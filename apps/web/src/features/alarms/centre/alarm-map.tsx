import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMapSetup } from '../../../lib/use-map-setup.ts';
import { ApartLayer } from '../../../map/apart-layer.tsx';
import { CircleLayer } from '../../../map/circle-layer.tsx';
import { ringOf } from '../../../map/circle.ts';
import { MapSurface } from '../../../map/map-surface.tsx';
import { PinLayer } from '../../../map/pin-layer.tsx';
import { boundsOf, type MapPoint, type MapView } from '../../../map/shapes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './centre.module.css';

const STREETS_ZOOM = 14;

interface Named extends MapPoint {
  readonly label: string;
}
export interface LeftPlace extends MapPoint {
  readonly radius: number;
}

/** Of their distance so much is kept free above the upper and below the lower one: pins stand up, and their names hang down. */
const ABOVE = 0.35;
const BELOW = 0.25;

function viewOf(at: MapPoint, now: MapPoint | null, left: LeftPlace | null): MapView {
  const ring = left && ringOf(left, left.radius);
  const bounds = now || ring ? boundsOf([at, ...(now ? [now] : []), ...(ring ?? [])]) : null;
  if (!bounds) return { center: at, zoom: STREETS_ZOOM };
  const height = bounds.north - bounds.south;
  return {
    bounds: { ...bounds, north: bounds.north + ABOVE * height, south: bounds.south - BELOW * height },
    isLabelled: true,
  };
}

/** Where an alarm was raised, the zone that it is about, and where the unit is now if that is somewhere else. */
export function AlarmMap(props: { at: MapPoint; label: string; now: Named | null; left: LeftPlace | null }): ReactNode {
  const { at, label, now, left } = props;
  const t = useT();
  const { setup, isPending } = useMapSetup();
  const { lat, lng } = at;
  const { lat: nowLat, lng: nowLng, label: nowLabel = '' } = now ?? {};
  const pins = useMemo(
    () => [
      { id: 'alarm', label, lat, lng, kind: 'alarm' as const },
      ...(nowLat !== undefined && nowLng !== undefined
        ? [{ id: 'now', label: nowLabel, lat: nowLat, lng: nowLng, kind: 'address' as const }]
        : []),
    ],
    [label, lat, lng, nowLabel, nowLat, nowLng],
  );
  // As it was when the map opened: whoever moves it stays where they look.
  const [view] = useState(() => viewOf(at, now, left));
  const rings = useMemo(() => (left ? [{ points: ringOf(left, left.radius), isFaint: false }] : []), [left]);
  if (isPending) return <Skeleton className={styles['map']} />;
  return (
    <div className={styles['map']}>
      <MapSurface {...setup} initialView={view} label={t('AlarmPlaceMap')}>
        <CircleLayer rings={rings} isBelow />
        <ApartLayer from={at} to={now} />
        <PinLayer pins={pins} />
      </MapSurface>
    </div>
  );
}
