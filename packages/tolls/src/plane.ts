import { EARTH_RADIUS_M } from '@spora/telemetry/geometry';

/** A point in ten-millionths of a degree, WGS 84. */
export interface PointE7 {
  readonly latE7: number;
  readonly lonE7: number;
}

/** Metres of a ten-millionth of a degree of latitude. */
export const METRES_PER_E7 = (EARTH_RADIUS_M * Math.PI) / 180 / 1e7;

/** How much shorter a degree of longitude is at a latitude. */
export const shrinkAt = (latE7: number): number => Math.cos((latE7 * Math.PI) / 180 / 1e7);

/** Metres between two points, on a plane: good for some kilometres. */
export const distanceM = (a: PointE7, b: PointE7): number =>
  METRES_PER_E7 * Math.hypot(b.latE7 - a.latE7, (b.lonE7 - a.lonE7) * shrinkAt(a.latE7));

/** Where the stretch from a to b comes nearest to a point: how near, m, and how far along, 0 to 1. */
export function nearestOnStretch(point: PointE7, a: PointE7, b: PointE7): { readonly distanceM: number; readonly along: number } {
  const shrink = shrinkAt(point.latE7);
  const ax = (a.lonE7 - point.lonE7) * shrink;
  const ay = a.latE7 - point.latE7;
  const dx = (b.lonE7 - a.lonE7) * shrink;
  const dy = b.latE7 - a.latE7;
  const length2 = dx * dx + dy * dy;
  const along = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length2));
  return { distanceM: METRES_PER_E7 * Math.hypot(ax + along * dx, ay + along * dy), along };
}

/** Whether a point lies in a polygon, its last corner joined to its first. */
export function isInside({ latE7, lonE7 }: PointE7, polygon: readonly (readonly [latE7: number, lonE7: number])[]): boolean {
  let inside = false;
  let [beforeLat, beforeLon] = polygon.at(-1) ?? [0, 0];
  for (const [lat, lon] of polygon) {
    if (lat > latE7 !== beforeLat > latE7 && lonE7 < lon + ((latE7 - lat) / (beforeLat - lat)) * (beforeLon - lon))
      inside = !inside;
    [beforeLat, beforeLon] = [lat, lon];
  }
  return inside;
}
