import { useEffect, useState } from 'react';
import { useMap } from './map-context.ts';
import { isAlive } from './overlays.ts';
import type { MapBounds, MapPoint } from './shapes.ts';

const isInside = ({ lat, lng }: MapPoint, { west, south, east, north }: MapBounds): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;

/** MAP-027: how many of the points the map does not show. */
export function OutsideCount({ points, onCount }: { points: readonly MapPoint[]; onCount: (count: number) => void }): null {
  const { map, handle } = useMap();
  const [bounds, setBounds] = useState(() => handle.bounds());
  useEffect(() => {
    const look = (): void => setBounds(handle.bounds());
    look();
    map.on('moveend', look);
    return () => {
      if (isAlive(map)) map.off('moveend', look);
    };
  }, [map, handle]);
  const count = points.filter((point) => !isInside(point, bounds)).length;
  useEffect(() => {
    onCount(count);
    return () => onCount(0);
  }, [count, onCount]);
  return null;
}
