import type { Position } from 'geojson';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const isInside = (box: Box, [lng = 0, lat = 0]: Position): boolean =>
  lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;

/** Whether a closed ring is round a point. */
export function isWithin(ring: readonly Position[], [x = 0, y = 0]: Position): boolean {
  let isIn = false;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [ring[i], ring[i + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

export function boxOf(ring: readonly Position[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lng = 0, lat = 0] of ring) {
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return { west, south, east, north };
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;

/** Square kilometres of a small ring, on a sphere flattened at the ring's middle. */
export function areaKm2(ring: readonly Position[]): number {
  const box = boxOf(ring);
  const perLng = 111.32 * Math.cos((((box.south + box.north) / 2) * Math.PI) / 180);
  let twice = 0;
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[i + 1] ?? [];
    twice += (ax - box.west) * (by - box.south) - (bx - box.west) * (ay - box.south);
  }
  return Math.abs(twice / 2) * perLng * 110.57;
}

/** Cuts a closed ring to a box (Sutherland and Hodgman); edges along the box's border are harmless in a filled area. */
export function clipRing(ring: readonly Position[], box: Box): Position[] {
  let points = ring.slice(0, -1);
  const cuts: { axis: 0 | 1; at: number; keeps: 1 | -1 }[] = [
    { axis: 0, at: box.west, keeps: 1 },
    { axis: 0, at: box.east, keeps: -1 },
    { axis: 1, at: box.south, keeps: 1 },
    { axis: 1, at: box.north, keeps: -1 },
  ];
  for (const { axis, at, keeps } of cuts) {
    const isKept = (p: Position) => ((p[axis] ?? 0) - at) * keeps >= 0;
    const cut: Position[] = [];
    for (const [i, to] of points.entries()) {
      const from = points[(i + points.length - 1) % points.length] ?? to;
      if (isKept(from) !== isKept(to)) cut.push(crossing(from, to, axis, at));
      if (isKept(to)) cut.push(to);
    }
    points = cut;
    if (points.length === 0) return [];
  }
  return points.length < 3 ? [] : [...points, points[0] ?? []];
}

function crossing(a: Position, b: Position, axis: 0 | 1, at: number): Position {
  const [ax = 0, ay = 0] = a;
  const [bx = 0, by = 0] = b;
  const share = axis === 0 ? (at - ax) / (bx - ax) : (at - ay) / (by - ay);
  return axis === 0 ? [at, ay + (by - ay) * share] : [ax + (bx - ax) * share, at];
}

/** Polygons (outer ring first) cut to a box; holes that lie outside disappear. */
export function clipPolygon(polygon: readonly Position[][], box: Box): Position[][] {
  const [outer, ...holes] = polygon;
  if (!outer) return [];
  const cut = clipRing(outer, box);
  if (cut.length === 0) return [];
  return [
    cut,
    ...holes.flatMap((hole) => {
      if (!overlaps(boxOf(hole), box)) return [];
      const piece = clipRing(hole, box);
      return piece.length === 0 ? [] : [piece];
    }),
  ];
}

/** Douglas and Peucker with a tolerance in degrees that may differ from place to place; keeps the ring closed. */
export function simplifyRing(ring: readonly Position[], toleranceAt: (p: Position) => number): Position[] {
  if (ring.length <= 5) return [...ring];
  const middle = Math.floor(ring.length / 2);
  return keptOf(ring, [0, middle, ring.length - 1], toleranceAt);
}

/** The same of a line, whose ends stay, with one tolerance in the units of its points. */
export const simplifyLine = <P extends Position>(line: readonly P[], tolerance: number): P[] =>
  keptOf(line, [0, line.length - 1], () => tolerance);

/** `fixed` are the numbers of the points that stay, in order, the first and the last among them. */
function keptOf<P extends Position>(line: readonly P[], fixed: readonly number[], toleranceAt: (p: Position) => number): P[] {
  const kept = new Uint8Array(line.length);
  for (const at of fixed) kept[at] = 1;
  const open = fixed.slice(1).map((to, i): [number, number] => [fixed[i] ?? 0, to]);
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const farthest = farthestFrom(line, from, to, toleranceAt);
    if (farthest === -1) continue;
    kept[farthest] = 1;
    open.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, i) => kept[i] === 1);
}

/** Sides shorter than this, degrees, are shorter than anybody looks at closely. */
const LEAST_SIDE = 0.001;
/** Of the shorter side at a corner, what is cut off it. */
const CUT = 0.27;

/**
 * A ring whose corners are cut: a coast that is told each few hundred metres is a row of spikes where one looks closely. Nothing moves
 * farther than a quarter of the side that it is on, and what is told in small steps stays as it is.
 */
export function roundRing(ring: readonly Position[], passes: number): Position[] {
  let round = ring.slice(0, -1);
  for (let pass = 0; pass < passes; pass += 1) {
    const corners = round;
    round = corners.flatMap((at, i) => {
      const [before, after] = [corners.at(i - 1) ?? at, corners[(i + 1) % corners.length] ?? at];
      const cut = Math.min(lengthTo(at, before), lengthTo(at, after)) * CUT;
      return cut < LEAST_SIDE * CUT ? [at] : [towards(at, before, cut), towards(at, after, cut)];
    });
  }
  const [first] = round;
  return first ? [...round, first] : [];
}

const lengthTo = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position): number => Math.hypot((bx - ax) / 2, by - ay);

function towards(from: Position, to: Position, distance: number): Position {
  const share = distance / lengthTo(from, to);
  const [ax = 0, ay = 0] = from;
  const [bx = 0, by = 0] = to;
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}

function farthestFrom(ring: readonly Position[], from: number, to: number, toleranceAt: (p: Position) => number): number {
  const [ax = 0, ay = 0] = ring[from] ?? [];
  const [bx = 0, by = 0] = ring[to] ?? [];
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  let [best, bestAt] = [1, -1];
  for (let i = from + 1; i < to; i += 1) {
    const p = ring[i] ?? [];
    const [px = 0, py = 0] = p;
    const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length2));
    const distance = Math.hypot(px - ax - share * dx, py - ay - share * dy) / toleranceAt(p);
    if (distance > best) [best, bestAt] = [distance, i];
  }
  return bestAt;
}
