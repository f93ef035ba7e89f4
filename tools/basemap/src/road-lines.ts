import type { Road, RoadClass } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import type { Feature, MultiLineString, Position } from 'geojson';
import { simplifyLine } from './rings.ts';

/** The classes of the OpenMapTiles schema that the map's style draws. */
export const CLASSES: Readonly<Record<RoadClass, string>> = {
  motorway: 'motorway',
  trunk: 'trunk',
  primary: 'primary',
  secondary: 'secondary',
  tertiary: 'tertiary',
  street: 'minor',
  fairway: 'ferry',
};
/** Two sources that hold the same road hold it with bends up to 40 m apart: drawn twice it would look like two roads. */
const SAME_ROAD_M = 120;
const LEAST_DETOUR_M = 1_000;
const LOOK_EVERY_M = 60;
/** Degrees, some two metres: points that were put into a straight stretch to compare it are left out again. */
const STRAIGHT = 0.00002;
const CELL_DEGREES = 0.0015;

/** What is drawn of a road; `points` is latitude and longitude in turn. */
export type DrawnRoad = Pick<Road, 'roadClass' | 'isTunnel' | 'streetName' | 'points'>;

/** A stretch of a road as positions. */
export interface Line {
  readonly roadClass: RoadClass;
  readonly isTunnel: boolean;
  readonly streetName: string | null;
  readonly points: readonly Position[];
}

/** All roads of a class are one feature: in a tile their lines stand beside each other without saying anew what they are. */
export function featuresOf(lines: readonly Line[]): Feature<MultiLineString>[] {
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

/** The roads of each source; of a road that several hold the first one's is drawn. Those of one source are taken as they are. */
export function withoutDoubles(sources: readonly (readonly DrawnRoad[])[]): Line[][] {
  const known = createNearness();
  return sources.map((roads) => {
    const fresh = roads.flatMap((road) => freshParts(road, known.near));
    for (const { points } of fresh) for (const point of points) known.add(point);
    return fresh.map((line) => ({ ...line, points: simplifyLine(line.points, STRAIGHT) }));
  });
}

/** The stretches of a road that nothing before had; each is joined to what is drawn already where it leaves and meets it. */
function freshParts({ roadClass, isTunnel, streetName, points }: DrawnRoad, near: Nearness['near']): Line[] {
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

/** The points of a road, latitude and longitude in turn, as positions at most `LOOK_EVERY_M` apart. */
export function densified(points: Float64Array): Position[] {
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
