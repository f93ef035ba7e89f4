import { expect, test } from 'vitest';
import { coordinatesText, pointAt, radiusThrough, readCoordinates, ringOf, widened } from './circle.ts';
import { boundsOf } from './shapes.ts';

const STOCKHOLM = { lat: 59.3293, lng: 18.0686 };
const LIMITS = { min: 300, max: 9999 };

test('SAFE-014, GEO-013: the radius is the distance to where the edge was dragged, kept within what is allowed', () => {
  for (const bearing of [0, 45, 90, 233]) expect(radiusThrough(STOCKHOLM, pointAt(STOCKHOLM, 1234, bearing), LIMITS)).toBe(1234);
  expect(radiusThrough(STOCKHOLM, STOCKHOLM, LIMITS)).toBe(300);
  expect(radiusThrough(STOCKHOLM, pointAt(STOCKHOLM, 20_000, 90), LIMITS)).toBe(9999);
});

test('GEO-013: coordinates are read as they are copied from elsewhere, and what is no point on earth is not', () => {
  for (const text of ['59.3293, 18.0686', '59.3293,18.0686', '59,3293; 18,0686', ' 59.3293 18.0686 ', '59.3293° 18.0686°'])
    expect(readCoordinates(text), text).toEqual(STOCKHOLM);
  expect(readCoordinates(coordinatesText({ lat: -33.85, lng: -151.2 }))).toEqual({ lat: -33.85, lng: -151.2 });
  for (const text of ['', '59.3', '91, 18', '59, 181', 'Sveavägen 1', '59.3293, 18.0686, 4'])
    expect(readCoordinates(text), text).toBeNull();
});

test('a circle with its surroundings has the same middle and is so many times as large', () => {
  const wide = boundsOf(widened(ringOf(STOCKHOLM, 100), 3))!;
  const same = boundsOf(ringOf(STOCKHOLM, 300))!;
  for (const side of ['west', 'south', 'east', 'north'] as const) expect(wide[side], side).toBeCloseTo(same[side], 5);
  expect(widened([], 3)).toEqual([]);
});
