import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { isAlive } from './overlays.ts';
import type { MapPoint } from './shapes.ts';

/**
 * The map goes after what moves on it once that leaves the view (MAP-029). Who drags the map looks elsewhere: it stays there until what
 * moves comes into view by itself.
 */
export function useKeepInView(place: MapPoint | null): void {
  const { map, handle } = useMap();
  const looksElsewhere = useRef(false);
  useEffect(() => {
    const onDrag = (): void => void (looksElsewhere.current = true);
    map.on('dragstart', onDrag);
    return () => {
      if (isAlive(map)) map.off('dragstart', onDrag);
    };
  }, [map]);
  const lat = place?.lat;
  const lng = place?.lng;
  useEffect(() => {
    if (lat === undefined || lng === undefined) {
      looksElsewhere.current = false;
      return;
    }
    if (handle.isInView({ lat, lng })) looksElsewhere.current = false;
    else if (!looksElsewhere.current && !map.isMoving()) handle.moveTo({ lat, lng });
  }, [map, handle, lat, lng]);
}
