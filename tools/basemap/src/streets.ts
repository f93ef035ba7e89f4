import type { Network, Road, RoadClass } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import type { Feature, MultiLineString, Position } from 'geojson';
import type { ArchiveTile } from './archive.ts';
import type { Box } from './rings.ts';
import { cutTiles } from './tiles.ts';

/** Closer than the embedded map: where these roads are drawn, a unit can be looked at from near. */
export const STREETS_MIN_ZOOM = 8;
export const STREETS_MAX_ZOOM = 12;
/** From here all roads; above it only those that join towns. */
const ALL_ROADS_ZOOM = 10;
/** Where there are streets is told in tiles of this zoom, some ten kilometres wide. */
export const AREA_ZOOM = 11;

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
const IS_FAR: readonly RoadClass[] = ['motorway', 'trunk', 'primary'];

/** Two networks that hold the same road hold it with bends up to 40 m apart: drawn twice it would look like two roads. */
const SAME_ROAD_M = 90;
const LOOK_EVERY_M = 60;
const CELL_DEGREES = 0.002;

export interface Streets {
  readonly tiles: readonly ArchiveTile[];
  readonly area: Box;
  /** The rows of tiles of `AREA_ZOOM` with a road in them: from and to, both included. */
  readonly rows: Readonly<Record<number, readonly (readonly [from: number, to: number])[]>>;
}

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
    cutTiles({ shapes: { transportation: featuresOf(shown) }, labels: [] }, { area: grown(area), minZoom, maxZoom });
  const tiles = [
    ...cut(
      lines.filter((line) => IS_FAR.includes(line.roadClass)),
      STREETS_MIN_ZOOM,
      ALL_ROADS_ZOOM - 1,
    ),
    ...cut(lines, ALL_ROADS_ZOOM, STREETS_MAX_ZOOM),
  ];
  return { tiles, area, rows: rowsOf(tiles) };
}

interface Line {
  readonly roadClass: RoadClass;
  readonly isTunnel: boolean;
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

function withoutDoubles(networks: readonly Network[]): Line[] {
  const known = createNearness();
  return networks.flatMap((network) => {
    const fresh = network.roads.flatMap((road) => freshParts(road, known.has));
    for (const { points } of fresh) for (const point of points) known.add(point);
    return fresh;
  });
}

/** The stretches of a road that no network before had; each begins and ends where it leaves and meets what is drawn already. */
function freshParts({ roadClass, isTunnel, points }: Road, isKnown: (at: Position) => boolean): Line[] {
  const dense = densified(points);
  const parts: Position[][] = [];
  let part: Position[] = [];
  for (const [i, point] of dense.entries()) {
    if (!isKnown(point)) {
      const before = dense[i - 1];
      if (part.length === 0 && before) part.push(before);
      part.push(point);
    } else if (part.length > 0) {
      parts.push([...part, point]);
      part = [];
    }
  }
  if (part.length > 1) parts.push(part);
  return parts.map((each) => ({ roadClass, isTunnel, points: each }));
}

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

/** Points in cells, to ask whether one is near. */
function createNearness(): { add: (at: Position) => void; has: (at: Position) => boolean } {
  const cells = new Map<string, Position[]>();
  const cell = ([lng = 0, lat = 0]: Position) => [Math.floor(lng / (2 * CELL_DEGREES)), Math.floor(lat / CELL_DEGREES)] as const;
  return {
    add(at) {
      const key = cell(at).join();
      cells.set(key, [...(cells.get(key) ?? []), at]);
    },
    has(at) {
      const [x, y] = cell(at);
      const [lng = 0, lat = 0] = at;
      for (let dx = -1; dx <= 1; dx += 1)
        for (let dy = -1; dy <= 1; dy += 1)
          for (const [otherLng = 0, otherLat = 0] of cells.get([x + dx, y + dy].join()) ?? [])
            if (haversineM(lat, lng, otherLat, otherLng) < SAME_ROAD_M) return true;
      return false;
    },
  };
}

function rowsOf(tiles: readonly ArchiveTile[]): Streets['rows'] {
  const rows: Record<number, [from: number, to: number][]> = {};
  const inOrder = tiles.filter(({ z }) => z === AREA_ZOOM).toSorted((a, b) => a.y - b.y || a.x - b.x);
  for (const { x, y } of inOrder) {
    const row = (rows[y] ??= []);
    const last = row.at(-1);
    if (last && last[1] === x - 1) last[1] = x;
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
