import { useEffect, useRef } from 'react';
import { useMap } from '../../../map/map-context.ts';
import { isAlive } from '../../../map/overlays.ts';
import { boundsOf, type MapPoint } from '../../../map/shapes.ts';
import { isWithin } from './model.ts';

/** Shows all points when it is mounted, and again when one of them leaves the map, until the visitor moves the map by hand. */
export function KeepInView(props: {
  readonly points: readonly MapPoint[];
  /** As the map appears; what is asked for later glides. */
  readonly isInstant: boolean;
  readonly onMoved: () => void;
}) {
  const { points, isInstant, onMoved } = props;
  const { map, handle } = useMap();
  const hasShown = useRef(false);

  useEffect(() => {
    const box = boundsOf(points);
    if (!box || (hasShown.current && isWithin(box, handle.bounds()))) return;
    handle.fit(points, { isInstant: isInstant && !hasShown.current });
    hasShown.current = true;
  }, [handle, points, isInstant]);

  useEffect(() => {
    const onMove = ({ originalEvent }: { originalEvent?: unknown }) => originalEvent && onMoved();
    map.on('movestart', onMove);
    return () => {
      if (isAlive(map)) map.off('movestart', onMove);
    };
  }, [map, onMoved]);

  return null;
}
