import { expect, test } from 'vitest';
import { distanceM } from './plane.ts';
import { STATIONS, stationOf, ZONES, zoneOf } from './stations.ts';

test('REP-014: every control point that is known is there, under a name of its own', () => {
  const points = (area: string) =>
    STATIONS.filter((station) => station.area === area).reduce((sum, { points: all }) => sum + all.length, 0);
  expect(['se-stockholm', 'se-gothenburg', 'se-infrastructure', 'no', 'gb-crossings'].map(points)).toEqual([61, 95, 3, 207, 8]);
  const ids = [...STATIONS, ...ZONES].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, points: own } of STATIONS) {
    expect(stationOf(id)?.points.map((point) => point.id)).toEqual([...new Set(own.map((point) => point.id))]);
    expect(zoneOf(id)).toBeUndefined();
  }
});

test('REP-014: positions lie in their country, those of one station together', () => {
  const bounds = { se: [55, 66, 10, 25], no: [57.5, 71.5, 4, 31.5], gb: [50, 59, -6, 2] } as const;
  for (const { area, points, name } of STATIONS) {
    const [south, north, west, east] = bounds[area.slice(0, 2) as keyof typeof bounds];
    const [first] = points;
    for (const point of points) {
      const isThere =
        point.latE7 > south * 1e7 && point.latE7 < north * 1e7 && point.lonE7 > west * 1e7 && point.lonE7 < east * 1e7;
      expect([name, isThere]).toEqual([name, true]);
      expect([name, first !== undefined && distanceM(first, point) < 1000]).toEqual([name, true]);
    }
  }
});

test('REP-014: old and rough positions say so', () => {
  expect(STATIONS.filter(({ asOfYear }) => asOfYear === 2015).every(({ area }) => area === 'no')).toBe(true);
  expect(STATIONS.filter(({ area }) => area === 'no').every(({ asOfYear }) => asOfYear === 2015)).toBe(true);
  expect(STATIONS.filter(({ isApproximate }) => isApproximate).map(({ id }) => id.split('/')[0])).toEqual([
    ...Array.from({ length: 3 }, () => 'se-infrastructure'),
    ...Array.from({ length: 8 }, () => 'gb-crossings'),
  ]);
  expect(ZONES.every(({ isApproximate }) => isApproximate)).toBe(true);
});

test('REP-014: the rings of Norway', () => {
  const rings = Map.groupBy(
    STATIONS.filter(({ ring }) => ring),
    ({ ring }) => ring,
  );
  expect(Object.fromEntries([...rings].map(([ring, all]) => [ring, all.length]))).toEqual({
    askoy: 4,
    bergen: 16,
    haugesund: 13,
    kristiansand: 5,
    'nord-jaeren': 22,
    'oslo-bygrensen': 9,
    'oslo-ring': 22,
    tonsberg: 6,
    trondheim: 18,
  });
});
