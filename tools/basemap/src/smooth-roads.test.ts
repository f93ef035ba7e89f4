import type { Network, Road } from '@spora/simulator/network';
import { haversineM } from '@spora/telemetry/geometry';
import { expect, test } from 'vitest';
import { smoothRoads } from './smooth-roads.ts';

type Point = readonly [lat: number, lng: number];

/** A network whose roads join where the end of one is the beginning of another. */
function network(roads: readonly (readonly Point[])[], over: Partial<Network> & Partial<Pick<Road, 'roadClass'>> = {}): Network {
  const { roadClass = 'trunk', ...of } = over;
  const road = { from: 0, to: 1, isOneway: false, isTunnel: false, roadClass, streetName: null, kmh: 80, lengthM: 0 };
  return {
    name: 'test',
    town: null,
    timeZone: 'UTC',
    lat: new Float64Array(2),
    lon: new Float64Array(2),
    roads: roads.map((points) => ({ ...road, points: Float64Array.from(points.flat()) })),
    places: [],
    ...of,
  };
}
const pointsOf = ({ points }: Road): Point[] =>
  Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!]);
/** Degrees that a line turns by, together. */
function turning(line: readonly Point[]): number {
  const narrow = Math.cos((57.7 * Math.PI) / 180);
  const headings = line
    .filter(([lat, lng], i) => i === 0 || lat !== line[i - 1]![0] || lng !== line[i - 1]![1])
    .map(([lat, lng], i, all) => (i === 0 ? 0 : Math.atan2((lng - all[i - 1]![1]) * narrow, lat - all[i - 1]![0])));
  return headings.slice(2).reduce((sum, heading, i) => sum + (Math.abs(heading - headings[i + 1]!) * 180) / Math.PI, 0);
}

/** A straight road as a grid of some 40 m tells it: 240 m along, then one step aside; a junction each 480 m. */
const STAIRS: Point[] = Array.from({ length: 40 }, (_, i) => [
  57.7 + Math.floor(i / 2) * 0.00036,
  11.9 + Math.ceil(i / 2) * 0.004,
]);
const PIECES = Array.from({ length: 13 }, (_, i) => STAIRS.slice(3 * i, 3 * i + 4));

test('13-A1: a staircase of the grid is drawn as the road that it is, also across junctions, no farther away than the grid', () => {
  const roads = smoothRoads(network(PIECES)).map(pointsOf);
  const whole = roads.flat();
  expect(turning(STAIRS)).toBeGreaterThan(400);
  expect(turning(whole)).toBeLessThan(turning(STAIRS) / 8);
  for (const [i, road] of roads.entries()) {
    if (i > 0) expect(road[0]).toEqual(roads[i - 1]!.at(-1));
    const before = PIECES[i]![0]!;
    expect(haversineM(...before, ...road[0]!)).toBeLessThan(40);
  }
  // Where it begins and ends, the next network's goes on.
  expect([whole[0], whole.at(-1)]).toEqual([STAIRS[0], STAIRS.at(-1)]);
  // It is told with no more points than it needs.
  expect(whole.length).toBeLessThan(STAIRS.length * 2);
});

test('13-A1: what is known to a few metres, and what keeps clear of a coast, stays as it is', () => {
  const town = network(PIECES, { town: 'Stockholm' });
  expect(smoothRoads(town)).toEqual(town.roads);
  const water = network(PIECES, { roadClass: 'fairway' });
  expect(smoothRoads(water)).toEqual(water.roads);
});
