import type { Network, RoadClass } from '@spora/simulator/network';
import { decodePolyline } from '@spora/telemetry/polyline';
import { readFileSync } from 'node:fs';
import type { ArchiveTile } from './archive.ts';
import { NORTH } from './regions.ts';
import { type DrawnRoad, featuresOf, type Line, withoutDoubles } from './road-lines.ts';
import { smoothRoads } from './smooth-roads.ts';
import { STREETS_MIN_ZOOM } from './streets.ts';
import { cutTiles } from './tiles.ts';

export const MAIN_ROADS_MIN_ZOOM = 7;
/** A tile's unit is some 10 m there, a fraction of what these roads are known to: closer ones are drawn from it. */
export const MAIN_ROADS_MAX_ZOOM = 9;
/** Tile units, less than half a pixel: these tiles are looked at from nearer than their own zoom. */
const TOLERANCE = 3;

/** The main roads of the countries that the product is sold in. */
export interface MainRoadsFile {
  readonly attribution: string;
  readonly source: string;
  /** By class, with ` tunnel` after it in tunnels: encoded polylines of 1e-4 degrees. */
  readonly roads: Readonly<Record<string, readonly string[]>>;
}

/** The file that comes with the project. */
export const ownMainRoads = (): DrawnRoad[] =>
  readMainRoads(JSON.parse(readFileSync(new URL('../data/main-roads.json', import.meta.url), 'utf8')) as MainRoadsFile);

/** Its roads, latitude and longitude in degrees; they have no names. */
export const readMainRoads = ({ roads }: MainRoadsFile): DrawnRoad[] =>
  Object.entries(roads).flatMap(([group, lines]) => {
    const [roadClass, brunnel] = group.split(' ') as [RoadClass, string?];
    return lines.map((line) => ({
      roadClass,
      isTunnel: brunnel === 'tunnel',
      streetName: null,
      points: Float64Array.from(decodePolyline(line), (value) => value * 10),
    }));
  });

/**
 * Main roads as tiles. Where those of the street networks are drawn as well, which know them more closely, without the stretches that these
 * hold: a road drawn twice looks like two.
 */
export function mainRoadTiles(roads: readonly DrawnRoad[], networks: readonly Network[]): ArchiveTile[] {
  const [all = []] = withoutDoubles([roads]);
  const fresh = withoutDoubles([...networks.map(smoothRoads), roads]).at(-1) ?? [];
  const cut = (lines: readonly Line[], minZoom: number, maxZoom: number) =>
    cutTiles(
      { shapes: { transportation: featuresOf(lines) }, labels: [] },
      { area: NORTH, minZoom, maxZoom, tolerance: TOLERANCE },
    );
  return [
    ...cut(
      all.filter(({ roadClass }) => roadClass !== 'primary'),
      MAIN_ROADS_MIN_ZOOM,
      STREETS_MIN_ZOOM - 1,
    ),
    ...cut(fresh, STREETS_MIN_ZOOM, MAIN_ROADS_MAX_ZOOM),
  ];
}
