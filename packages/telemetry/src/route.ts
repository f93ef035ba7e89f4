import { PackedError } from './bytes.ts';
import { createModelledReader, createModelledWriter } from './modelled-column.ts';

/** One point of a trip's route: degrees, UTC milliseconds. */
export interface RoutePoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number;
}

const VERSION = 1;
/** Coordinates are kept to 1e-6 degrees (11 cm), times to the second, speeds to the km/h: below what a fix is worth. */
const PER_DEGREE = 1e6;
const MAX_POINTS = 1_000_000;
const MAX_PARTS = 65_536;

/** Rounds to what a packed route keeps; a route of such points comes back exactly. */
export const roundRoutePoint = (point: RoutePoint): RoutePoint => ({
  timeMs: Math.round(point.timeMs / 1000) * 1000,
  lat: Math.round(point.lat * PER_DEGREE) / PER_DEGREE + 0,
  lon: Math.round(point.lon * PER_DEGREE) / PER_DEGREE + 0,
  speedKmh: Math.round(point.speedKmh),
});

/**
 * Packs a route; its parts are unbroken lines, between them nothing is known. The same points always give the same
 * bytes, on any machine.
 * @throws RangeError for more than a million points, times outside of 1970 to 2106, or coordinates beyond the earth
 */
export function encodeRoute(parts: readonly (readonly RoutePoint[])[]): Uint8Array {
  const points = parts.flat();
  if (points.length > MAX_POINTS || parts.length > MAX_PARTS) throw new RangeError('a route is too long');
  const out = createModelledWriter();
  out.head.byte(VERSION);
  out.head.varint(parts.length);
  for (const part of parts) out.head.varint(part.length);
  const columns = [
    new Int32Array(points.length),
    new Int32Array(points.length),
    new Int32Array(points.length),
    new Int32Array(points.length),
  ] as const;
  points.forEach((point, i) => {
    const second = Math.round(point.timeMs / 1000);
    if (!(second >= 0 && second < 2 ** 32 && Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180))
      throw new RangeError('a point that is none');
    columns[0][i] = second;
    columns[1][i] = Math.round(point.lat * PER_DEGREE);
    columns[2][i] = Math.round(point.lon * PER_DEGREE);
    columns[3][i] = Math.round(point.speedKmh);
  });
  for (const column of columns) out.column(column, points.length);
  return out.finish();
}

/** @throws PackedError for bytes that are not a route */
export function decodeRoute(bytes: Uint8Array): RoutePoint[][] {
  const from = createModelledReader(bytes);
  if (from.head.byte() !== VERSION) throw new PackedError('a route of unknown version');
  const sizes: number[] = [];
  let total = 0;
  for (let parts = from.head.count(MAX_PARTS); parts > 0; parts--) {
    const size = from.head.count(MAX_POINTS);
    total += size;
    if (total > MAX_POINTS) throw new PackedError('a route is too long');
    sizes.push(size);
  }
  const columns = [0, 1, 2, 3].map(() => {
    const column = new Int32Array(total);
    from.column(column, total);
    return column;
  });
  const [times, lats, lons, speeds] = columns as [Int32Array, Int32Array, Int32Array, Int32Array];
  let i = 0;
  return sizes.map((size) =>
    Array.from({ length: size }, () => {
      const point = {
        timeMs: (times[i]! >>> 0) * 1000,
        lat: lats[i]! / PER_DEGREE,
        lon: lons[i]! / PER_DEGREE,
        speedKmh: speeds[i]!,
      };
      i++;
      return point;
    }),
  );
}
