import type { Network, Road, RoadClass } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import type { Feature, LineString, MultiLineString, Position } from 'geojson';
import type { ArchiveTile } from './archive.ts';
import type { Box } from './rings.ts';
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

/** The classes of the OpenMapTiles schema that the map's style draws. */
const CLASSES: Readonly<Record<RoadClass, string>> = {
  motorway: 'motorway',
  trunk: 'trunk',
  primary: 'primary',
  secondary: 'secondary',
  tertiary: 'tertiary',
  street: 'minor',
  fairway: 'ferry',
};
/** Half a pixel: a road is a thin line, and its points are drawn with each frame. */
const TOLERANCE = 4;
const IS_FAR: readonly RoadClass[] = ['motorway', 'trunk', 'primary'];

/** Two networks that hold the same road hold it with bends up to 40 m apart: drawn twice it would look like two roads. */
const SAME_ROAD_M = 120;
const LEAST_DETOUR_M = 1_000;
const LOOK_EVERY_M = 60;
const CELL_DEGREES = 0.0015;

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
  const lines = withoutDoubles(networks);
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

interface Line {
  readonly roadClass: RoadClass;
  readonly isTunnel: boolean;
  readonly streetName: string | null;
  readonly points: readonly Position[];
}

/** All roads of a class are one feature: in a tile their lines stand beside each other without saying anew what they are. */
function featuresOf(lines: readonly Line[]): Feature<MultiLineString>[] {
  const groups = Map.groupBy(lines, ({ roadClass, isTunnel }) => `${CLASSES[roadClass]}${isTunnel ? ' tunnel' : ''}`);
  return [...groups].map(([group, members]) => {
    const [name = '', brunnel] = group.split(' ');
    return {
      type: 'Feature',
      properties: { class: name, ...(brunnel ? { brunnel } : {}) },
      geometry: { type: 'MultiLineString', coordinates: members.map(({ points }) => [...points]) },
    };
  });
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

function withoutDoubles(networks: readonly Network[]): Line[] {
  const known = createNearness();
  return networks.flatMap((network) => {
    const fresh = smoothRoads(network).flatMap((road) => freshParts(road, known.near));
    for (const { points } of fresh) for (const point of points) known.add(point);
    return fresh;
  });
}

/** The stretches of a road that no network before had; each is joined to what is drawn already where it leaves and meets it. */
function freshParts({ roadClass, isTunnel, streetName, points }: Road, near: Nearness['near']): Line[] {
  const parts: { points: Position[]; joins: number }[] = [];
  let part: { points: Position[]; joins: number } | null = null;
  let before: Position | null = null;
  for (const point of densified(points)) {
    const known = near(point);
    if (!known) {
      part ??= before ? { points: [before], joins: 1 } : { points: [], joins: 0 };
      part.points.push(point);
    } else if (part) {
      parts.push({ points: [...part.points, known], joins: part.joins + 1 });
      part = null;
    }
    before = known;
  }
  if (part) parts.push(part);
  // A short one between two joints is the same road with a wider bend.
  const isRoad = (each: (typeof parts)[number]) => each.joins < 2 || lengthOf(each.points) > LEAST_DETOUR_M;
  return parts
    .filter((each) => each.points.length > 1 && isRoad(each))
    .map((each) => ({ roadClass, isTunnel, streetName, points: each.points }));
}

const lengthOf = (points: readonly Position[]): number =>
  points.slice(1).reduce((sum, [lng = 0, lat = 0], i) => {
    const [lngBefore = 0, latBefore = 0] = points[i] ?? [];
    return sum + haversineM(latBefore, lngBefore, lat, lng);
  }, 0);

function densified(points: Float64Array): Position[] {
  const out: Position[] = [];
  for (let i = 0; i < points.length; i += 2) {
    const [lat, lng] = [points[i] ?? 0, points[i + 1] ?? 0];
    const [beforeLng, beforeLat] = out.at(-1) ?? [lng, lat];
    const steps = Math.max(1, Math.ceil(haversineM(beforeLat ?? lat, beforeLng ?? lng, lat, lng) / LOOK_EVERY_M));
    for (let step = out.length === 0 ? steps : 1; step <= steps; step += 1) {
      const share = step / steps;
      out.push([
        (beforeLng ?? lng) + (lng - (beforeLng ?? lng)) * share,
        (beforeLat ?? lat) + (lat - (beforeLat ?? lat)) * share,
      ]);
    }
  }
  return out;
}

interface Nearness {
  readonly add: (at: Position) => void;
  /** The nearest point that is so near that it is the same road; null: none. */
  readonly near: (at: Position) => Position | null;
}

/** Points in cells. */
function createNearness(): Nearness {
  const cells = new Map<string, Position[]>();
  const cell = ([lng = 0, lat = 0]: Position) => [Math.floor(lng / (2 * CELL_DEGREES)), Math.floor(lat / CELL_DEGREES)] as const;
  return {
    add(at) {
      const key = cell(at).join();
      const known = cells.get(key);
      if (known) known.push(at);
      else cells.set(key, [at]);
    },
    near(at) {
      const [x, y] = cell(at);
      const [lng = 0, lat = 0] = at;
      let [found, least]: [Position | null, number] = [null, SAME_ROAD_M];
      for (let dx = -1; dx <= 1; dx += 1)
        for (let dy = -1; dy <= 1; dy += 1)
          for (const other of cells.get([x + dx, y + dy].join()) ?? []) {
            const distance = haversineM(lat, lng, other[1] ?? 0, other[0] ?? 0);
            if (distance < least) [found, least] = [other, distance];
          }
      return found;
    },
  };
}

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
