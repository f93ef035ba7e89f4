import type { Feature, Point } from 'geojson';
import type { MapTheme, MapUnit } from './shapes.ts';
import { CLUSTER_SHARES } from './unit-icons.ts';
import { severityOf, unitFeature } from './units-features.ts';
import { cellKey, fromWorldPx, worldPx } from './world-px.ts';

/** Units nearer than this to each other are drawn as one circle. */
const CLUSTER_PX = 46;
/** From here on each unit is drawn by itself. */
export const CLUSTER_MAX_ZOOM = 13;
/** What moves by less is drawn where it was: a circle of many units would be drawn anew with each report of one of them. */
const STEP_PX = 1 / 4;
const NONE = -1;

/** Units that are drawn as one circle, or one that stands alone; in the middle of them, in pixels of the world. */
export interface Cluster {
  readonly units: readonly [first: MapUnit, ...rest: MapUnit[]];
  readonly x: number;
  readonly y: number;
}

/**
 * MAP-024: units by nearness at a whole zoom. One look at each, in their order: the first takes those around it that nobody has taken, as
 * the clusters of MapLibre do, but for this zoom alone and not for all of them, which takes a tenth of the time.
 */
export function clustersOf(units: readonly MapUnit[], zoom: number): Cluster[] {
  const [xs, ys] = [new Float64Array(units.length), new Float64Array(units.length)];
  for (const [i, unit] of units.entries()) [xs[i], ys[i]] = worldPx(unit, zoom);
  if (zoom > CLUSTER_MAX_ZOOM) return units.map((unit, i): Cluster => ({ units: [unit], x: xs[i]!, y: ys[i]! }));
  // Of each cell its first unit, and of each unit the next one in its cell.
  const firstIn = new Map<number, number>();
  const nextOf = new Int32Array(units.length);
  const cellOf = (px: number) => Math.floor(px / CLUSTER_PX);
  for (let i = units.length - 1; i >= 0; i -= 1) {
    const key = cellKey(cellOf(xs[i]!), cellOf(ys[i]!));
    nextOf[i] = firstIn.get(key) ?? NONE;
    firstIn.set(key, i);
  }
  const isTaken = new Uint8Array(units.length);
  return units.flatMap((first, i): Cluster | [] => {
    if (isTaken[i]) return [];
    isTaken[i] = 1;
    const [x, y] = [xs[i]!, ys[i]!];
    const rest: MapUnit[] = [];
    let [sumX, sumY] = [x, y];
    for (let at = 0; at < 9; at += 1) {
      const key = cellKey(cellOf(x) + (at % 3) - 1, cellOf(y) + Math.floor(at / 3) - 1);
      for (let j = firstIn.get(key) ?? NONE; j !== NONE; j = nextOf[j]!) {
        if (isTaken[j] || Math.hypot(xs[j]! - x, ys[j]! - y) > CLUSTER_PX) continue;
        isTaken[j] = 1;
        rest.push(units[j]!);
        sumX += xs[j]!;
        sumY += ys[j]!;
      }
    }
    const count = rest.length + 1;
    return { units: [first, ...rest], x: sumX / count, y: sumY / count };
  });
}

/** The first zoom at which they are not all one circle; `CLUSTER_MAX_ZOOM + 1` when none before it parts them. */
export function partingZoom(units: readonly MapUnit[], zoom: number): number {
  let next = zoom + 1;
  while (next <= CLUSTER_MAX_ZOOM && clustersOf(units, next).length === 1) next += 1;
  return next;
}

/** 1,234 as `1.2k`: there is room for four letters. */
const abbreviated = (count: number): string =>
  count >= 10_000 ? `${Math.round(count / 1_000)}k` : count >= 1_000 ? `${Math.round(count / 100) / 10}k` : String(count);

/** As the map's source takes it; `cluster_id` is the id of the first unit in it. */
export function clusterFeature({ units, x, y }: Cluster, zoom: number, theme: MapTheme): Feature<Point> {
  const stepped = (px: number) => Math.round(px / STEP_PX) * STEP_PX;
  const at = zoom > CLUSTER_MAX_ZOOM ? units[0] : fromWorldPx(stepped(x), stepped(y), zoom);
  if (units.length === 1) return unitFeature(units[0], theme, { ...at, headingDeg: Math.round(units[0].headingDeg) });
  const shares = CLUSTER_SHARES.map(({ name, states }) => [
    name,
    units.filter(({ state }) => (states as readonly string[]).includes(state)).length,
  ]);
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [at.lng, at.lat] },
    properties: {
      cluster_id: units[0].id,
      point_count: units.length,
      point_count_abbreviated: abbreviated(units.length),
      worst: Math.max(...units.map(({ state }) => severityOf(state))),
      ...(Object.fromEntries(shares) as object),
    },
  };
}
