import { expect, test } from 'vitest';
import { zoneWarnings } from './rules.ts';

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
