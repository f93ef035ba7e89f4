import { useEffect } from 'react';
import type { FleetStore } from './fleet-store.ts';
import { useMap } from './map-context.ts';
import { isAlive } from './overlays.ts';

export interface FollowUnitProps {
  readonly store: FleetStore;
  readonly unitId: number;
  /** While paused the unit moves and the map does not; the screen shows a button to resume. */
  readonly isPaused: boolean;
  /** The person moved the map by hand. */
  readonly onPaused: () => void;
}

/** Close enough to see the street, but a person who is closer stays there. */
const LEAST_ZOOM = 13;

/** Keeps a unit in the middle (MAP-028); mount it to follow, unmount it to stop. */
export function FollowUnit({ store, unitId, isPaused, onPaused }: FollowUnitProps) {
  const { map, handle } = useMap();

  useEffect(() => {
    if (isPaused) return;
    let shownMs = -1;
    const center = () => {
      const unit = store.get(unitId);
      if (!unit || unit.timeMs === shownMs || !isAlive(map)) return;
      const isFirst = shownMs === -1;
      shownMs = unit.timeMs;
      map.easeTo({
        center: [unit.lng, unit.lat],
        ...(isFirst
          ? { duration: 500, zoom: Math.max(Math.min(LEAST_ZOOM, handle.detailZoom(unit)), map.getZoom()) }
          : { duration: 900, easing: (share: number) => share }),
      });
    };
    center();
    return store.subscribe(center);
  }, [map, handle, store, unitId, isPaused]);

  useEffect(() => {
    if (isPaused) return;
    // Zooming keeps the unit in the middle; only dragging and arrow keys mean "I want to look elsewhere".
    const onMove = ({ originalEvent: source }: { originalEvent?: unknown }) => {
      if (source instanceof KeyboardEvent && source.key.startsWith('Arrow')) onPaused();
    };
    map.on('dragstart', onPaused);
    map.on('movestart', onMove);
    return () => {
      if (!isAlive(map)) return;
      map.off('dragstart', onPaused);
      map.off('movestart', onMove);
    };
  }, [map, isPaused, onPaused]);

  return null;
}
