import { expect, test } from 'vitest';
import { clusterFeature, CLUSTER_MAX_ZOOM, clustersOf, partingZoom } from './clusters.ts';
import type { MapUnit } from './shapes.ts';
import { fromWorldPx, worldPx } from './world-px.ts';

const unit = (id: number, lat: number, lng: number): MapUnit => ({
  id,
  lat,
  lng,
  timeMs: 0,
  headingDeg: 12.4,
  speedKmh: 0,
  state: 'parked',
  colour: '#aa3300',
  symbol: 'car',
  title: `Unit ${id}`,
});
/** A fleet around Stockholm, the same each time. */
const fleet = (count: number) =>
  Array.from({ length: count }, (_, i) => unit(i + 1, 59.3 + 0.5 * Math.sin(i * 12.9), 18 + Math.cos(i * 78.2)));
const idsOf = (units: readonly MapUnit[], zoom: number) => clustersOf(units, zoom).map((each) => each.units.map(({ id }) => id));

test('MAP-024: at every zoom each unit is in one circle or stands alone, and closer there are more of both', () => {
  const units = fleet(400);
  let before = 0;
  for (let zoom = 0; zoom <= CLUSTER_MAX_ZOOM + 1; zoom += 1) {
    const groups = idsOf(units, zoom);
    expect(groups.flat().toSorted((a, b) => a - b)).toEqual(units.map(({ id }) => id));
    expect(groups.length).toBeGreaterThanOrEqual(before);
    before = groups.length;
  }
  expect(before).toBe(400);
  expect(idsOf(units, 0)).toHaveLength(1);
});

test('MAP-024: what is in a circle lies within its reach, and no two that stand alone lie on each other', () => {
  const units = fleet(400);
  for (const zoom of [5, 8, 11]) {
    const places = (members: readonly MapUnit[]) => members.map((each) => worldPx(each, zoom));
    const alone = clustersOf(units, zoom).filter(({ units: members }) => members.length === 1);
    for (const { units: members } of clustersOf(units, zoom)) {
      const [first, ...rest] = places(members);
      for (const [x, y] of rest) expect(Math.hypot(x - first![0], y - first![1])).toBeLessThanOrEqual(46);
    }
    for (const [i, a] of alone.entries())
      for (const b of alone.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(46);
  }
});

test('MAP-024: a circle stands in the middle of its units', () => {
  const [group] = clustersOf([unit(1, 0, 10), unit(2, 0, 10.02), unit(3, 0, 10.03)], 8);
  expect(fromWorldPx(group!.x, group!.y, 8).lng).toBeCloseTo(10.0167, 4);
  const { geometry } = clusterFeature(group!, 8, 'light');
  expect(geometry.coordinates[0]).toBeCloseTo(10.0167, 3);
  expect(geometry.coordinates[1]).toBeCloseTo(0, 6);
});

test('MAP-024: the zoom at which a circle begins to part, and none that parts what stands in one yard', () => {
  expect(partingZoom([unit(1, 59, 18), unit(2, 59, 18.09)], 5)).toBe(9);
  expect(partingZoom([unit(1, 59, 18), unit(2, 59, 18.09)], 9)).toBe(10);
  expect(partingZoom([unit(1, 59, 18), unit(2, 59, 18.0001)], 5)).toBe(CLUSTER_MAX_ZOOM + 1);
});

test('MAP-024: a large number is written short', () => {
  const textOf = (count: number) => {
    const units = Array.from({ length: count }, (_, i) => unit(i + 1, 59, 18));
    return clusterFeature(clustersOf(units, 5)[0]!, 5, 'light').properties?.['point_count_abbreviated'] as unknown;
  };
  expect([2, 999, 1_250, 12_300].map(textOf)).toEqual(['2', '999', '1.3k', '12k']);
});

test('18: far away a unit is told where it is to a quarter of a pixel, near exactly', () => {
  const drawn = (lat: number, zoom: number) => clusterFeature(clustersOf([unit(1, lat, 18)], zoom)[0]!, zoom, 'light');
  expect(drawn(59, 5)).toEqual(drawn(59.0001, 5));
  expect(drawn(59, 5).geometry.coordinates[1]).toBeCloseTo(59, 2);
  expect(drawn(59.00001, CLUSTER_MAX_ZOOM + 1).geometry.coordinates).toEqual([18, 59.00001]);
});
