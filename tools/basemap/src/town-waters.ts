import { decodePolyline } from '@spora/telemetry/polyline';
import type { Feature, Polygon, Position } from 'geojson';
import { readFileSync } from 'node:fs';
import type { ArchiveTile } from './archive.ts';
import { NORTH } from './regions.ts';
import { type Box, roundRing } from './rings.ts';
import { cutTiles } from './tiles.ts';

/** A tile's unit is some 5 m there, a fraction of what these shores are known to: closer ones are drawn from it. */
export const TOWN_WATERS_ZOOM = 10;
/** The corners of shores that are told each few hundred metres. */
const ROUNDINGS = 2;

/** Waters around the towns in which streets are drawn, closer than the coasts of the whole world are known. */
export interface TownWatersFile {
  readonly attribution: string;
  readonly source: string;
  readonly towns: readonly {
    readonly name: string;
    /** All water in it is told, and somewhat beyond: what is not is land. */
    readonly box: Box;
    /** Polygons, the outer ring first: encoded polylines of 1e-4 degrees. */
    readonly water: readonly (readonly string[])[];
  }[];
}

/** The file that comes with the project. */
export const ownTownWaters = (): TownWatersFile =>
  JSON.parse(readFileSync(new URL('../data/town-waters.json', import.meta.url), 'utf8')) as TownWatersFile;

/** As tiles: the ground of each town, which covers the coarse waters below it, and its waters. */
export function townWaterTiles({ towns }: TownWatersFile): ArchiveTile[] {
  const ground = towns.map(({ box: { west, south, east, north } }) =>
    polygon([
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]),
  );
  const water = towns.flatMap((town) => town.water.map((rings) => polygon(rings.map(shoreOf))));
  return cutTiles(
    { shapes: { ground, water }, labels: [] },
    { area: NORTH, minZoom: TOWN_WATERS_ZOOM, maxZoom: TOWN_WATERS_ZOOM },
  );
}

const polygon = (coordinates: Position[][]): Feature<Polygon> => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates },
});

function shoreOf(line: string): Position[] {
  const flat = decodePolyline(line);
  const ring = Array.from({ length: flat.length / 2 }, (_, i): Position => [
    (flat[2 * i + 1] ?? 0) * 10,
    (flat[2 * i] ?? 0) * 10,
  ]);
  return roundRing(ring, ROUNDINGS);
}
