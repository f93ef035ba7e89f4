import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bearingDeg, distanceToSegmentM, haversineM, isOnEarth, simplifyTrack } from './geometry.ts';

const STOCKHOLM = [59.3293, 18.0686] as const;
const OSLO = [59.9139, 10.7522] as const;

test('Stockholm to Oslo is 416 km, bearing west by north', () => {
  expect(haversineM(...STOCKHOLM, ...OSLO) / 1000).toBeCloseTo(416, -1);
  expect(bearingDeg(...STOCKHOLM, ...OSLO)).toBeGreaterThan(270);
  expect(bearingDeg(...STOCKHOLM, ...OSLO)).toBeLessThan(290);
});

test('a distance is the same in both directions, and right across the antimeridian and for one metre', () => {
  const lat = fc.double({ min: -89, max: 89, noNaN: true });
  const lon = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(lat, lon, lat, lon, (a, b, c, d) => {
      expect(haversineM(a, b, c, d)).toBeCloseTo(haversineM(c, d, a, b), 5);
    }),
  );
  expect(haversineM(0, 179.999, 0, -179.999)).toBeCloseTo(222.39, 1);
  expect(haversineM(59, 18, 59 + 1 / 111_195.08, 18)).toBeCloseTo(1, 4);
});

test('a simplified track keeps its ends and stays within the tolerance of every point', () => {
  const track = fc.array(
    fc.record({ lat: fc.double({ min: 59, max: 59.05, noNaN: true }), lon: fc.double({ min: 18, max: 18.1, noNaN: true }) }),
    { minLength: 2, maxLength: 60 },
  );
  fc.assert(
    fc.property(track, fc.constantFrom(5, 50, 500), (points, tolerance) => {
      const simple = simplifyTrack(points, tolerance);
      expect([simple[0], simple.at(-1)]).toEqual([points[0], points.at(-1)]);
      for (const point of points) {
        const distances = simple.slice(1).map((end, i) => distanceToSegmentM(point, simple[i]!, end));
        expect(Math.min(...distances)).toBeLessThanOrEqual(tolerance + 1e-6);
      }
    }),
  );
});

test('a straight road of 100,000 points becomes two, without running out of stack', () => {
  const road = Array.from({ length: 100_000 }, (_, i) => ({ lat: 59 + i * 1e-6, lon: 18 }));
  expect(simplifyTrack(road, 1)).toHaveLength(2);
});

test('0, 0 and coordinates beyond the earth are no place', () => {
  expect([isOnEarth(0, 0), isOnEarth(900_000_001, 0), isOnEarth(1, -1_800_000_001), isOnEarth(593_293_000, 180_686_000)]).toEqual(
    [false, false, false, true],
  );
});
