import earcut, { deviation } from 'earcut';
import { createRaster, paint, trace } from './raster.ts';
import { boxOf, isWithin, simplifyLine } from './rings.ts';
import type { TileFeature } from './vector-tiles.ts';

type Ring = [number, number][];
interface Stretch {
  /** Of its ring among those of the polygon. */
  readonly index: number;
  readonly points: Ring;
}

/** MapLibre draws at most 500 rings of a polygon. */
const MOST_ISLANDS = 480;
/** The share of a polygon's area that its triangles may miss or exceed. */
const FAULT_MAX = 0.0004;
/** Tile units: half a pixel of a tile drawn at its own size. */
const CELL = 4;

/** Tile units by which a shore may be off: half a pixel of a tile drawn at its own size. */
const TOLERANCE = 4;
/** Points of shore that are simplified, or not, as one. */
const STRETCH = 64;
/** Square tile units, a pixel of a tile drawn at its own size: what is smaller is a speck. */
const LEAST_AREA = 64;

/**
 * Simplified coasts may cross themselves, and then the triangles that the browser fills with break out in slivers across
 * the land. What cannot be filled truly is painted on a raster and traced again, which never crosses.
 */
export function drawable(feature: TileFeature): TileFeature[] {
  if (feature.type !== 3) return [feature];
  const polygons = polygonsOf(feature.geometry as Ring[]);
  if (polygons.every((rings) => fault(rings) <= FAULT_MAX)) return [{ ...feature, geometry: polygons.flat() }];
  return polygons
    .flatMap((rings) => (fault(rings) <= FAULT_MAX ? [rings] : retraced(rings)))
    .map((rings) => ({ ...feature, geometry: rings }));
}

/**
 * The same for a tile that is not looked at closely, since the next zoom has tiles of its own: with half of the points and without
 * what is smaller than a pixel. Each corner is drawn with each frame, and without a graphics card that is most of a frame.
 */
export const plainlyDrawable = (feature: TileFeature): TileFeature[] =>
  drawable(feature).flatMap((piece) => {
    if (piece.type !== 3) return [piece];
    const polygons = polygonsOf(piece.geometry as Ring[]).flatMap((rings) => {
      const [outer, ...islands] = rings.filter((ring) => Math.abs(signedArea(ring)) >= LEAST_AREA);
      return outer === rings[0] && outer ? [simpler([outer, ...islands])] : [];
    });
    return polygons.length === 0 ? [] : [{ ...piece, geometry: polygons.flat() }];
  });

/**
 * A polygon with fewer points, as far as its triangles stay true: where a simplified stretch of shore would cross another, the halves of
 * the stretch are tried, and what is left stays as it was.
 */
function simpler(rings: readonly Ring[]): Ring[] {
  let best: readonly Ring[] = rings;
  const stretches = rings.flatMap((ring, index) =>
    Array.from({ length: Math.ceil((ring.length - 1) / STRETCH) }, (_, i): Stretch => {
      const from = i * STRETCH;
      return { index, points: ring.slice(from, from + STRETCH + 1) };
    }),
  );
  const plain = stretches.map(({ points }) => simplifyLine(points, TOLERANCE));
  const isPlain = stretches.map(() => false);
  const joined = (): Ring[] => {
    const lines = rings.map((): Ring => []);
    for (const [i, { index, points }] of stretches.entries()) {
      const line = (isPlain[i] ? plain[i] : points) ?? points;
      const ring = lines[index] ?? [];
      ring.push(...(ring.length > 0 ? line.slice(1) : line));
    }
    return lines.map((line, index) => (line.length >= 4 ? line : (rings[index] ?? line)));
  };
  const keepWhatIsTrue = (from: number, to: number): void => {
    isPlain.fill(true, from, to);
    const tried = joined();
    if (fault(tried) <= FAULT_MAX) {
      best = tried;
      return;
    }
    isPlain.fill(false, from, to);
    if (to - from < 2) return;
    const middle = Math.floor((from + to) / 2);
    keepWhatIsTrue(from, middle);
    keepWhatIsTrue(middle, to);
  };
  keepWhatIsTrue(0, stretches.length);
  return [...best];
}

/**
 * Rings in the order of the tile: an outer one, then its holes, which run the other way. A small island that was turned inside out when it
 * was simplified runs as an outer one does: taken for one, it would have all islands after it, and the sea would flood them.
 */
function polygonsOf(rings: readonly Ring[]): Ring[][] {
  const polygons: Ring[][] = [];
  const first = rings[0] ? Math.sign(signedArea(rings[0])) : 0;
  for (const ring of rings) {
    const last = polygons.at(-1);
    const [outer = []] = last ?? [];
    if (!last || (Math.sign(signedArea(ring)) === first && !isWithin(outer, ring[0] ?? []))) polygons.push([ring]);
    else last.push(Math.sign(signedArea(ring)) === first ? ring.toReversed() : ring);
  }
  return polygons.map(([outer = [], ...islands]) => {
    const largest = islands.toSorted((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a))).slice(0, MOST_ISLANDS);
    return [outer, ...largest];
  });
}

/** How far the triangles of a polygon are from its area. */
function fault(rings: readonly Ring[]): number {
  const data: number[] = [];
  const holes: number[] = [];
  for (const [i, ring] of rings.entries()) {
    if (i > 0) holes.push(data.length / 2);
    for (const [x, y] of ring.slice(0, -1)) data.push(x, y);
  }
  return deviation(data, holes, 2, earcut(data, holes, 2));
}

function retraced(rings: readonly Ring[]): Ring[][] {
  const extent = boxOf(rings[0] ?? []);
  const margin = 2 * CELL;
  const raster = createRaster(
    { west: extent.west - margin, south: extent.south - margin, east: extent.east + margin, north: extent.north + margin },
    { x: CELL, y: CELL },
  );
  paint(raster, rings);
  return trace(raster, 0.5).map((polygon) =>
    polygon.map((ring) => straightened(ring.map(([x = 0, y = 0]): [number, number] => [Math.round(x), Math.round(y)]))),
  );
}

/** Without the points in the middle of straight lines, and without repeated ones. */
function straightened(ring: Ring): Ring {
  const kept: Ring = [];
  for (const point of ring) {
    for (let [before, last] = [kept.at(-2), kept.at(-1)]; last; [before, last] = [kept.at(-2), kept.at(-1)]) {
      const isRepeated = last[0] === point[0] && last[1] === point[1];
      const isStraight =
        before && (last[0] - before[0]) * (point[1] - before[1]) === (point[0] - before[0]) * (last[1] - before[1]);
      if (!isRepeated && !isStraight) break;
      kept.pop();
    }
    kept.push(point);
  }
  return kept;
}

function signedArea(ring: readonly (readonly [number, number])[]): number {
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = [ring[i], ring[i + 1]];
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}
