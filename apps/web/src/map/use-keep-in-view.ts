import { useEffect, useRef } from 'react';
import { useMap } from './map-context.ts';
import { isAlive } from './overlays.ts';
import type { MapPoint } from './shapes.ts';

/** How long the map takes to get somewhere, with a little for the frame in which it arrives. */
const ON_THE_WAY_MS = 450;
/** What goes further than this share of the view meanwhile is not caught up with. */
const TOO_FAR = 0.35;

/**
 * The map goes after what moves on it once that leaves the view (MAP-029): gently, or at once where it is too quick for that. Who drags
 * the map looks elsewhere: it stays there until what moves comes into view by itself.
 */
export function useKeepInView(place: MapPoint | null): void {
  const { map, handle } = useMap();
  const looksElsewhere = useRef(false);
  /** The map is on its way to what moves; any other movement is somebody's own. */
  const isGoing = useRef(false);
  const before = useRef<{ readonly at: MapPoint; readonly ms: number } | null>(null);
  useEffect(() => {
    const onDrag = (): void => void (looksElsewhere.current = true);
    const onEnd = (): void => void (isGoing.current = false);
    map.on('dragstart', onDrag);
    map.on('moveend', onEnd);
    return () => {
      if (!isAlive(map)) return;
      map.off('dragstart', onDrag);
      map.off('moveend', onEnd);
    };
  }, [map]);
  const lat = place?.lat;
  const lng = place?.lng;
  useEffect(() => {
    if (lat === undefined || lng === undefined) {
      looksElsewhere.current = false;
      before.current = null;
      return;
    }
    const at = { lat, lng };
    const last = before.current;
    const now = performance.now();
    before.current = { at, ms: now };
    if (handle.isInView(at)) {
      looksElsewhere.current = false;
      return;
    }
    if (looksElsewhere.current || (map.isMoving() && !isGoing.current)) return;
    const { west, south, east, north } = handle.bounds();
    const share = last ? Math.max(Math.abs(lat - last.at.lat) / (north - south), Math.abs(lng - last.at.lng) / (east - west)) : 0;
    const isTooQuick = last !== null && (share / Math.max(1, now - last.ms)) * ON_THE_WAY_MS > TOO_FAR;
    if (isGoing.current && !isTooQuick) return;
    handle.moveTo(at, { isInstant: isTooQuick });
    isGoing.current = !isTooQuick && map.isMoving();
  }, [map, handle, lat, lng]);
}
