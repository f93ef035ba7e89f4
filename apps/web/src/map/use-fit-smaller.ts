import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from './map-context.ts';
import type { MapPoint } from './shapes.ts';

/** A circle that takes less of the view than this share of it, in height and width, is no longer what one looks at. */
const LEAST_SHARE = 0.3;
/** A radius is typed digit by digit: the map waits for the last. */
const SETTLED_MS = 600;

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/**
 * A circle that was made smaller, and is small in the view by that, is shown nearer once its size stands. One that was only moved is not:
 * who looks at much of the map chose to. `fit` shows it, unless a hand holds it just then.
 */
export function useFitSmaller(handle: MapHandle | null, own: readonly MapPoint[] | null | undefined, fit: () => void): void {
  /** How high it was when it last stood still. */
  const settled = useRef(0);
  const show = useEffectEvent(fit);
  useEffect(() => {
    if (!handle || !own || own.length === 0) return undefined;
    const now = spanOf(own.map(({ lat }) => lat));
    const timer = setTimeout(() => {
      // One that is moved north or south is drawn as high to a millionth.
      const isSmaller = now < settled.current * 0.99;
      settled.current = now;
      if (!isSmaller) return;
      const { west, south, east, north } = handle.bounds();
      const share = Math.max(now / (north - south), spanOf(own.map(({ lng }) => lng)) / (east - west));
      if (share < LEAST_SHARE) show();
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [handle, own]);
}
