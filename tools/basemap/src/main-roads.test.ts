import { VectorTile } from '@mapbox/vector-tile';
import type { Network } from '@spora/simulator/network';
import { encodePolyline } from '@spora/telemetry/polyline';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { MAIN_ROADS_MAX_ZOOM, MAIN_ROADS_MIN_ZOOM, mainRoadTiles, ownMainRoads, readMainRoads } from './main-roads.ts';
import type { DrawnRoad } from './road-lines.ts';

const road = (roadClass: DrawnRoad['roadClass'], points: readonly number[], isTunnel = false): DrawnRoad => ({
  roadClass,
  isTunnel,
  streetName: null,
  points: Float64Array.from(points),
});
const featuresAt = (zoom: number, roads: readonly DrawnRoad[], networks: readonly Network[] = []) =>
  mainRoadTiles(roads, networks)
    .filter(({ z }) => z === zoom)
    .flatMap(({ data }) => {
      const layer = new VectorTile(new PbfReader(data)).layers['transportation'];
      return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer!.feature(i));
    });
const lengthAt = (zoom: number, roads: readonly DrawnRoad[], networks: readonly Network[] = []) =>
  featuresAt(zoom, roads, networks)
    .flatMap((feature) => feature.loadGeometry())
    .reduce(
      (sum, line) => sum + line.slice(1).reduce((all, to, i) => all + Math.hypot(to.x - line[i]!.x, to.y - line[i]!.y), 0),
      0,
    );

test('MAP-026: a table of main roads is read in degrees, its tunnels told apart', () => {
  const line = encodePolyline([59.3123, 18.0567, 59.4, 18.1].map((degrees) => degrees / 10));
  const roads = readMainRoads({ attribution: '', source: '', roads: { 'trunk tunnel': [line] } });
  expect(roads).toMatchObject([{ roadClass: 'trunk', isTunnel: true, streetName: null }]);
  expect([...roads[0]!.points].map((degrees) => degrees.toFixed(4))).toEqual(['59.3123', '18.0567', '59.4000', '18.1000']);
});

test('MAP-026: from afar the great roads, closer the primary ones too', () => {
  const roads = [road('motorway', [58.4, 15.5, 58.5, 15.7]), road('primary', [58.4, 15.6, 58.3, 15.6])];
  const classes = (zoom: number) => new Set(featuresAt(zoom, roads).map(({ properties }) => properties['class']));
  expect(classes(MAIN_ROADS_MIN_ZOOM)).toEqual(new Set(['motorway']));
  expect(classes(MAIN_ROADS_MAX_ZOOM)).toEqual(new Set(['motorway', 'primary']));
});

test('MAP-026: a stretch that a street network holds is drawn from it alone, but from afar, where no streets are drawn, from here', () => {
  const main = road('trunk', [58.4, 15.5, 58.4, 15.7]);
  const network = { name: 'test', town: 'Test', roads: [road('trunk', [58.4004, 15.5, 58.4004, 15.6])] } as unknown as Network;
  expect(lengthAt(MAIN_ROADS_MAX_ZOOM, [main], [network]) / lengthAt(MAIN_ROADS_MAX_ZOOM, [main])).toBeCloseTo(0.5, 1);
  expect(lengthAt(MAIN_ROADS_MIN_ZOOM, [main], [network])).toBe(lengthAt(MAIN_ROADS_MIN_ZOOM, [main]));
});

test.each([
  ['the south of Sweden', 13, 56, 18, 60],
  ['the south of Norway', 5, 58, 11, 62],
  ['Jutland', 8, 55, 10.8, 57.8],
  ['the south of Finland', 22, 60, 29, 63],
  ['the middle of England', -3, 51, 1, 54],
] as const)('MAP-026: the table has the main roads of %s', (_, west, south, east, north) => {
  const inside = ownMainRoads().filter(
    ({ points: [lat = 0, lng = 0] }) => lat > south && lat < north && lng > west && lng < east,
  );
  expect(inside.length).toBeGreaterThan(100);
});
