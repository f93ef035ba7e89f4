/** A point in degrees, WGS 84. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Mean radius of the earth (IUGG R1); a sphere of it is within 0.5 % of the ellipsoid anywhere. */
export const EARTH_RADIUS_M = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** Great-circle distance in metres. Exact for near and far points alike, the antimeridian and the poles included. */
export function haversineM(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const sinLat = Math.sin(((bLat - aLat) * RADIANS) / 2);
  const sinLon = Math.sin(((bLon - aLon) * RADIANS) / 2);
  const h = sinLat * sinLat + Math.cos(aLat * RADIANS) * Math.cos(bLat * RADIANS) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Initial bearing from a to b in degrees clockwise from north, 0 <= x < 360. */
export function bearingDeg(aLat: number, aLon: number, bLat: number, bLon: number): number {
  const dLon = (bLon - aLon) * RADIANS;
  const y = Math.sin(dLon) * Math.cos(bLat * RADIANS);
  const x =
    Math.cos(aLat * RADIANS) * Math.sin(bLat * RADIANS) - Math.sin(aLat * RADIANS) * Math.cos(bLat * RADIANS) * Math.cos(dLon);
  const degrees = Math.atan2(y, x) / RADIANS;
  return degrees < 0 ? degrees + 360 : degrees;
}

/** The shorter way round from one longitude to another, in degrees. */
const lonDelta = (from: number, to: number): number => {
  const delta = to - from;
  return delta > 180 ? delta - 360 : delta < -180 ? delta + 360 : delta;
};

/** Distance in metres of p from the straight stretch a to b, on a plane laid at p: good for stretches of some km. */
export function distanceToSegmentM(p: LatLon, a: LatLon, b: LatLon): number {
  const metresPerDegree = EARTH_RADIUS_M * RADIANS;
  const shrink = Math.cos(p.lat * RADIANS) * metresPerDegree;
  const ax = lonDelta(p.lon, a.lon) * shrink;
  const ay = (a.lat - p.lat) * metresPerDegree;
  const dx = lonDelta(a.lon, b.lon) * shrink;
  const dy = (b.lat - a.lat) * metresPerDegree;
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length2));
  return Math.hypot(ax + t * dx, ay + t * dy);
}

/**
 * A track of fewer points, none of the left-out ones further than the tolerance from it (Douglas and Peucker 1973).
 * Keeps the first and the last point and the objects themselves. Iterative: a long track cannot overflow the stack.
 */
export function simplifyTrack<P extends LatLon>(points: readonly P[], toleranceM: number): P[] {
  if (points.length < 3) return points.slice();
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const open: number[] = [0, points.length - 1];
  while (open.length > 0) {
    const last = open.pop()!;
    const first = open.pop()!;
    let farthest = -1;
    let distance = toleranceM;
    for (let i = first + 1; i < last; i++) {
      const d = distanceToSegmentM(points[i]!, points[first]!, points[last]!);
      if (d > distance) {
        distance = d;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    keep[farthest] = 1;
    open.push(first, farthest, farthest, last);
  }
  return points.filter((_, i) => keep[i] === 1);
}

/** Whether a raw coordinate pair lies on the earth and is not the 0, 0 that trackers send for "never had a fix". */
export const isOnEarth = (latE7: number, lonE7: number): boolean =>
  Math.abs(latE7) <= 900_000_000 && Math.abs(lonE7) <= 1_800_000_000 && (latE7 !== 0 || lonE7 !== 0);
