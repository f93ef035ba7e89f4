import type { Fix } from './finder.ts';
import { distanceM, METRES_PER_E7, type PointE7, shrinkAt } from './plane.ts';

/** A place so many metres north and east of another. */
export const metresFrom = ({ latE7, lonE7 }: PointE7, north: number, east: number): PointE7 => ({
  latE7: Math.round(latE7 + north / METRES_PER_E7),
  lonE7: Math.round(lonE7 + east / METRES_PER_E7 / shrinkAt(latE7)),
});

interface Driving {
  readonly kmh: number;
  /** Seconds from fix to fix. */
  readonly everyS: number;
  readonly startMs?: number;
}

/** A drive along straight stretches at an even speed, its last place included. */
export function driveThrough(places: readonly PointE7[], { kmh, everyS, startMs = 1_760_000_000_000 }: Driving): Fix[] {
  const metresPerSecond = kmh / 3.6;
  const fixes: Fix[] = [];
  let driven = 0;
  let nextAt = 0;
  const at = (place: PointE7, metres: number): Fix => ({
    ...place,
    timeMs: startMs + Math.round((metres / metresPerSecond) * 1000),
  });
  places.forEach((place, i) => {
    const from = places[i - 1];
    if (!from) return;
    const length = distanceM(from, place);
    for (; nextAt < driven + length; nextAt += metresPerSecond * everyS) {
      const part = (nextAt - driven) / length;
      const latE7 = Math.round(from.latE7 + part * (place.latE7 - from.latE7));
      const lonE7 = Math.round(from.lonE7 + part * (place.lonE7 - from.lonE7));
      fixes.push(at({ latE7, lonE7 }, nextAt));
    }
    driven += length;
  });
  const last = places.at(-1);
  if (last) fixes.push(at(last, driven));
  return fixes;
}
