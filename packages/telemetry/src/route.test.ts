import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PackedError } from './bytes.ts';
import {
  decodeRoute,
  encodeRoute,
  encodeRoutePiece,
  GROWING_ROUTE,
  joinRoute,
  type RoutePoint,
  roundRoutePoint,
} from './route.ts';
import { syntheticDrive } from './testing-drive.ts';

const anyPoint = fc.record({
  timeMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  speedKmh: fc.double({ min: 0, max: 300, noNaN: true }),
});

test('a route comes back part by part, rounded to what it keeps, and packs to the same bytes again', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyPoint, { maxLength: 20 }), { maxLength: 5 }), (parts) => {
      const bytes = encodeRoute(parts);
      const back = decodeRoute(bytes);
      expect(back).toEqual(parts.map((part) => part.map(roundRoutePoint)));
      expect(encodeRoute(back)).toEqual(bytes);
    }),
  );
});

test('a route that grows by pieces is the route that they make together', () => {
  const part = fc.array(anyPoint, { minLength: 1, maxLength: 6 });
  const piece = fc.record({ parts: fc.array(part, { minLength: 1, maxLength: 3 }), continues: fc.boolean() });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const grown = Buffer.concat([GROWING_ROUTE, ...pieces.map(encodeRoutePiece)]);
      const whole = encodeRoute(pieces.reduce<RoutePoint[][]>(joinRoute, []));
      expect(decodeRoute(grown)).toEqual(decodeRoute(whole));
      for (let at = 2; at < Math.min(grown.length, 5); at++)
        expect(() => decodeRoute(grown.subarray(0, at))).toThrow(PackedError);
    }),
  );
});

test('a point of a driven route takes less than nine bytes', () => {
  const points = syntheticDrive(500, { isPlain: true }).map((r) => ({
    timeMs: r.timeMs,
    lat: r.latE7 / 1e7,
    lon: r.lonE7 / 1e7,
    speedKmh: r.speedKmh,
  }));
  expect(encodeRoute([points]).length / points.length).toBeLessThan(9);
});

test('bytes that are no route throw nothing but a PackedError', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      try {
        decodeRoute(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(PackedError);
      }
    }),
    { numRuns: 1000 },
  );
});

test('a point outside of the earth or of time is refused', () => {
  const point = { timeMs: 0, lat: 0, lon: 0, speedKmh: 0 };
  for (const wrong of [{ lat: 91 }, { lon: NaN }, { timeMs: -1000 }])
    expect(() => encodeRoute([[{ ...point, ...wrong }]])).toThrow(RangeError);
});
