import type { Network, RoadClass } from '@spora/simulator/network';
import type { Feature, LineString } from 'geojson';
import type { ArchiveTile } from './archive.ts';
import type { Box } from './rings.ts';
import { CLASSES, densified, featuresOf, type Line, withoutDoubles } from './road-lines.ts';
import { isFine, smoothRoads } from './smooth-roads.ts';
import { cutTiles } from './tiles.ts';

/** Closer than the embedded map: where these roads are drawn, a unit can be looked at from near. */
export const STREETS_MIN_ZOOM = 8;
export const STREETS_MAX_ZOOM = 12;
/** From here all roads; above it only those that join towns. */
const ALL_ROADS_ZOOM = 10;
/** Where there are streets is told in tiles of this zoom, some ten kilometres wide. */
export const AREA_ZOOM = 11;

/** Where roads are known to a few metres, and not only to a grid of them, is told more narrowly: an inner city is ten kilometres wide. */
export const FINE_ZOOM = 13;

/** Half a pixel: a road is a thin line, and its points are drawn with each frame. */
const TOLERANCE = 4;
const IS_FAR: readonly RoadClass[] = ['motorway', 'trunk', 'primary'];

export interface Streets {
  readonly tiles: readonly ArchiveTile[];
  readonly area: Box;
  /** The rows of tiles of `AREA_ZOOM` with a road in them: from and to, both included. */
  readonly rows: AreaRows;
  /** The same of tiles in which roads are known closely, in those of `FINE_ZOOM`. */
  readonly fineRows: AreaRows;
}

type AreaRows = Readonly<Record<number, readonly (readonly [from: number, to: number])[]>>;

/** The roads of networks as tiles; of a road that several networks hold the first one's is drawn. */
export function streetTiles(networks: readonly Network[]): Streets {
  const lines = withoutDoubles(networks.map(smoothRoads)).flat();
  const area = { west: 180, south: 90, east: -180, north: -90 };
  for (const { points } of lines)
    for (const [lng = 0, lat = 0] of points) {
      area.west = Math.min(area.west, lng);
      area.east = Math.max(area.east, lng);
      area.south = Math.min(area.south, lat);
      area.north = Math.max(area.north, lat);
    }
  const cut = (shown: readonly Line[], minZoom: number, maxZoom: number) =>
    cutTiles(
      { shapes: { transportation: featuresOf(shown), transportation_name: namesOf(shown) }, labels: [] },
      {
        area: grown(area),
        minZoom,
        maxZoom,
        tolerance: TOLERANCE,
        takes: (layer, z) => layer === 'transportation' || z === STREETS_MAX_ZOOM,
      },
    );
  const tiles = [
    ...cut(
      lines.filter((line) => IS_FAR.includes(line.roadClass)),
      STREETS_MIN_ZOOM,
      ALL_ROADS_ZOOM - 1,
    ),
    ...cut(lines, ALL_ROADS_ZOOM, STREETS_MAX_ZOOM),
  ];
  return { tiles, area, rows: rowsOf(tiles.filter(({ z }) => z === AREA_ZOOM)), fineRows: rowsOf(fineTiles(networks)) };
}

/** Names are written along single lines, which the map joins where one ends as the next begins. */
const namesOf = (lines: readonly Line[]): Feature<LineString>[] =>
  lines.flatMap(({ streetName, roadClass, points }) =>
    streetName === null
      ? []
      : {
          type: 'Feature',
          properties: { class: CLASSES[roadClass], name: streetName },
          geometry: { type: 'LineString', coordinates: [...points] },
        },
  );

/** The tiles of `FINE_ZOOM` that a road of an inner city touches. */
const fineTiles = (networks: readonly Network[]): Cell[] =>
  networks
    .filter(isFine)
    .flatMap(({ roads }) => roads.flatMap(({ points }) => densified(points)))
    .map(([lng = 0, lat = 0]) => {
      const side = 2 ** FINE_ZOOM;
      const row = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
      return { x: Math.floor((lng / 360 + 0.5) * side), y: Math.floor(row * side) };
    });

type Cell = Pick<ArchiveTile, 'x' | 'y'>;

function rowsOf(cells: readonly Cell[]): AreaRows {
  const rows: Record<number, [from: number, to: number][]> = {};
  for (const { x, y } of cells.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const row = (rows[y] ??= []);
    const last = row.at(-1);
    if (last && last[1] >= x - 1) last[1] = x;
    else row.push([x, x]);
  }
  return rows;
}

/** Tiles are cut whole: what lies on the edge belongs to one. */
const grown = ({ west, south, east, north }: Box): Box => ({
  west: west - 0.1,
  south: south - 0.1,
  east: east + 0.1,
  north: north + 0.1,
});
