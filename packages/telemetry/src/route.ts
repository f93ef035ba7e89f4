import { PackedError } from './bytes.ts';
import { createModelledReader, createModelledWriter } from './modelled-column.ts';
import { type ColumnReader, type ColumnWriter, createPackedReader, createPackedWriter } from './packed-column.ts';

/** One point of a trip's route: degrees, UTC milliseconds. */
export interface RoutePoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number;
}

const VERSION = 1;
/** What a route that grows begins with, before its pieces; a whole one begins with the length of its head, which is never zero. */
const PIECES = 0;
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
export const encodeRoute = (parts: readonly (readonly RoutePoint[])[]): Uint8Array => encode(parts, createModelledWriter());

function encode(parts: readonly (readonly RoutePoint[])[], out: ColumnWriter): Uint8Array {
  const points = parts.flat();
  if (points.length > MAX_POINTS || parts.length > MAX_PARTS) throw new RangeError('a route is too long');
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

/** The next part of a route that grows. */
export interface RoutePiece {
  readonly parts: readonly (readonly RoutePoint[])[];
  /** Whether its first part goes on where the route ended. */
  readonly continues: boolean;
}

/** Joins a piece to the parts before it. */
export function joinRoute(parts: RoutePoint[][], piece: RoutePiece): RoutePoint[][] {
  const last = parts.at(-1);
  if (!piece.continues || !last) return [...parts, ...piece.parts.map((part) => [...part])];
  return [...parts.slice(0, -1), [...last, ...(piece.parts[0] ?? [])], ...piece.parts.slice(1).map((part) => [...part])];
}

/** A route that grows, before its first piece. */
export const GROWING_ROUTE = Uint8Array.of(PIECES);

/**
 * A piece as it stands in a route that grows, to be put behind those before it: four bytes, four times its length, two more where it is a
 * whole route (as `encodeRoute` packs it) and one more where it continues; then its points by the quick coding, since they are packed
 * tight when the route is whole. Errors as of encodeRoute.
 */
export function encodeRoutePiece({ parts, continues }: RoutePiece): Uint8Array {
  const route = encode(parts, createPackedWriter());
  const out = new Uint8Array(4 + route.length);
  new DataView(out.buffer).setUint32(0, route.length * 4 + (continues ? 1 : 0));
  out.set(route, 4);
  return out;
}

/** A route, whether whole or in pieces. @throws PackedError for bytes that are none */
export function decodeRoute(bytes: Uint8Array): RoutePoint[][] {
  if (bytes[0] !== PIECES) return decode(createModelledReader(bytes));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let route: RoutePoint[][] = [];
  for (let at = 1; at < bytes.length;) {
    if (at + 4 > bytes.length) throw new PackedError('a route ends too early');
    const head = view.getUint32(at);
    const end = at + 4 + (head >>> 2);
    if (end > bytes.length) throw new PackedError('a route ends too early');
    route = joinRoute(route, {
      parts: decode(
        (head & 2) === 0 ? createPackedReader(bytes.subarray(at + 4, end)) : createModelledReader(bytes.subarray(at + 4, end)),
      ),
      continues: (head & 1) === 1,
    });
    at = end;
  }
  return route;
}

function decode(from: ColumnReader): RoutePoint[][] {
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
