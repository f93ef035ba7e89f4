import { METRES_PER_E7, nearestOnStretch, type PointE7, shrinkAt } from './plane.ts';
import { STATIONS } from './stations.ts';
import type { ControlPoint, Station } from './types.ts';

/** Height and width of a cell: about a kilometre in Scandinavia. */
const CELL_LAT_E7 = 100_000;
const CELL_LON_E7 = 200_000;
/** More than the cells around the earth, so that a cell has one number. */
const CELLS_AROUND = 20_000;

interface GridPoint {
  readonly station: Station;
  readonly point: ControlPoint;
}

export interface Hit extends GridPoint {
  readonly distanceM: number;
  /** How far along the stretch, 0 to 1. */
  readonly along: number;
}

const row = (latE7: number): number => Math.floor(latE7 / CELL_LAT_E7);
const column = (lonE7: number): number => Math.floor(lonE7 / CELL_LON_E7);
const cellOf = (rowNumber: number, columnNumber: number): number => rowNumber * CELLS_AROUND + columnNumber;

/** Each cell's control points that can be met in it. */
const cells = new Map<number, GridPoint[]>();
for (const station of STATIONS)
  for (const point of station.points) {
    const reach = station.withinM / METRES_PER_E7;
    const reachLon = reach / shrinkAt(point.latE7);
    for (let r = row(point.latE7 - reach); r <= row(point.latE7 + reach); r++)
      for (let c = column(point.lonE7 - reachLon); c <= column(point.lonE7 + reachLon); c++) {
        const there = cells.get(cellOf(r, c));
        if (there) there.push({ station, point });
        else cells.set(cellOf(r, c), [{ station, point }]);
      }
  }

const NONE: readonly never[] = [];

/** Whether a stretch lies in one cell that no station is met in: a quick answer for almost every stretch. */
export function isFarFromStations(from: PointE7, to: PointE7): boolean {
  const [r, c] = [row(from.latE7), column(from.lonE7)];
  return r === row(to.latE7) && c === column(to.lonE7) && !cells.has(cellOf(r, c));
}

/** Control points that a stretch comes near enough to, in the order of the way, nearest first where they lie side by side. */
export function hitsOn(from: PointE7, to: PointE7): readonly Hit[] {
  const [rowA, rowB, columnA, columnB] = [row(from.latE7), row(to.latE7), column(from.lonE7), column(to.lonE7)];
  const seen = new Set<ControlPoint>();
  const hits: Hit[] = [];
  for (let r = Math.min(rowA, rowB); r <= Math.max(rowA, rowB); r++)
    for (let c = Math.min(columnA, columnB); c <= Math.max(columnA, columnB); c++)
      for (const { station, point } of cells.get(cellOf(r, c)) ?? NONE) {
        if (seen.has(point)) continue;
        seen.add(point);
        const { distanceM, along } = nearestOnStretch(point, from, to);
        if (distanceM <= station.withinM) hits.push({ station, point, distanceM, along });
      }
  return hits.sort((a, b) => a.along - b.along || a.distanceM - b.distanceM);
}
