import { expect, test } from 'vitest';
import { sufficientRadiusM, ZONE_RADIUS_M, zoneWarnings } from './rules.ts';

test('GEO-020: a radius is small against what a position is off by, and against how far the unit drives between reports', () => {
  expect(zoneWarnings(300, { intervalS: 30 })).toEqual([]);
  expect(zoneWarnings(50, { intervalS: null })).toEqual(['accuracy']);
  expect(zoneWarnings(75, { intervalS: null })).toEqual([]);
  expect(zoneWarnings(300, { intervalS: null, accuracyM: 80 })).toEqual(['accuracy']);
  // At 50 km/h 600 m take 43 seconds.
  expect(zoneWarnings(300, { intervalS: 43 })).toEqual([]);
  expect(zoneWarnings(300, { intervalS: 44 })).toEqual(['interval']);
  expect(zoneWarnings(50, { intervalS: 600, accuracyM: 5 })).toEqual(['accuracy', 'interval']);
});

test('GEO-020: the radius that is enough is round, warns of nothing any more, and there is none for a unit that reports by the hour', () => {
  expect([null, 30, 60, 144, 300, 600, 1_200].map((intervalS) => sufficientRadiusM({ intervalS }))).toEqual([
    100, 250, 450, 1_000, 2_100, 4_200, 8_400,
  ]);
  expect([1_439, 1_440, 3_600].map((intervalS) => sufficientRadiusM({ intervalS }))).toEqual([ZONE_RADIUS_M.max, null, null]);
  for (const intervalS of [null, 30, 60, 144, 300, 600, 1_200, 1_439])
    expect(zoneWarnings(sufficientRadiusM({ intervalS })!, { intervalS })).toEqual([]);
});
