import { VectorTile } from '@mapbox/vector-tile';
import type { Network, Road, RoadClass } from '@spora/simulator/network';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { AREA_ZOOM, FINE_ZOOM, STREETS_MAX_ZOOM, STREETS_MIN_ZOOM, streetTiles } from './streets.ts';

/** A network of one road; `points` latitude and longitude in turn. */
function network(
  points: readonly number[],
  roadClass: RoadClass = 'primary',
  over: Partial<Road> = {},
  town: string | null = null,
): Network {
  const road: Road = {
    from: 0,
    to: 1,
    isOneway: false,
    isTunnel: false,
    roadClass,
    streetName: null,
    kmh: 50,
    lengthM: 0,
    points: Float64Array.from(points),
    ...over,
  };
  return {
    name: 'test',
    town,
    timeZone: 'UTC',
    lat: new Float64Array(2),
    lon: new Float64Array(2),
    roads: [road],
    places: [],
  };
}
const linesOf = (networks: readonly Network[], zoom: number, name = 'transportation') =>
  streetTiles(networks)
    .tiles.filter(({ z }) => z === zoom)
    .flatMap(({ data }) => {
      const layer = new VectorTile(new PbfReader(data)).layers[name];
      return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer!.feature(i));
    });

test('13-A1: roads are drawn by class, tunnels told apart, streets only closely', () => {
  const road = [59.31, 18.01, 59.315, 18.02];
  const streets = [network(road, 'street'), network([59.4, 18.01, 59.405, 18.02], 'motorway', { isTunnel: true })];
  expect(linesOf(streets, STREETS_MIN_ZOOM).map(({ properties }) => properties)).toEqual([
    { class: 'motorway', brunnel: 'tunnel' },
  ]);
  expect(linesOf(streets, STREETS_MAX_ZOOM).map(({ properties }) => properties['class'])).toContain('minor');
});

test('13, A4: names are written along streets, closely only', () => {
  const streets = [network([59.31, 18.01, 59.315, 18.02], 'street', { streetName: 'Hagavägen' })];
  const names = (zoom: number) => linesOf(streets, zoom, 'transportation_name').map(({ properties }) => properties['name']);
  expect(new Set(names(STREETS_MAX_ZOOM))).toEqual(new Set(['Hagavägen']));
  expect(names(STREETS_MAX_ZOOM - 1)).toEqual([]);
});

test('13-A1: a road that two networks hold is drawn once, and the rest of the second meets it', () => {
  const first = network([59.3, 18, 59.3, 18.02]);
  // Forty metres beside it for half its way, then on.
  const second = network([59.3004, 18.01, 59.3004, 18.06]);
  const lines = linesOf([first, second], STREETS_MAX_ZOOM).flatMap((feature) => feature.loadGeometry());
  const length = (networks: readonly Network[]) =>
    linesOf(networks, STREETS_MAX_ZOOM)
      .flatMap((feature) => feature.loadGeometry())
      .reduce((sum, line) => sum + Math.abs((line.at(-1)?.x ?? 0) - (line[0]?.x ?? 0)), 0);
  expect(lines.length).toBeGreaterThan(0);
  const both = length([first]) + length([second]);
  expect(length([first, second])).toBeLessThan(both * 0.9);
  expect(length([first, first])).toBe(length([first]));
});

test('13-A1: the rows of tiles tell where there are streets, as runs', () => {
  const { rows } = streetTiles([network([59.3, 18, 59.3, 18.5])]);
  const side = 2 ** AREA_ZOOM;
  const [run] = Object.values(rows);
  expect(run).toEqual([[Math.floor((18 / 360 + 0.5) * side), Math.floor((18.5 / 360 + 0.5) * side)]]);
});

test('13-A1: where roads are known to a few metres is told apart: there a unit may be looked at from nearer', () => {
  const road = [59.3, 18, 59.3, 18.1];
  expect(streetTiles([network(road)]).fineRows).toEqual({});
  const side = 2 ** FINE_ZOOM;
  const { rows, fineRows } = streetTiles([network(road, 'street', {}, 'Stockholm'), network([57.7, 12, 57.7, 12.1])]);
  expect(Object.values(fineRows)).toEqual([[[Math.floor((18 / 360 + 0.5) * side), Math.floor((18.1 / 360 + 0.5) * side)]]]);
  expect(Object.keys(rows)).toHaveLength(2);
});
