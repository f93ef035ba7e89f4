import type { Position } from 'geojson';
import { expect, test } from 'vitest';
import { createRaster, paint, trace } from './raster.ts';
import { areaKm2, roundRing } from './rings.ts';

/** The turn at each corner, in degrees. */
const turns = (ring: readonly Position[]): number[] =>
  ring.slice(0, -1).map(([x = 0, y = 0], i) => {
    const [[bx = 0, by = 0] = [], [ax = 0, ay = 0] = []] = [ring.at(i === 0 ? -2 : i - 1), ring[i + 1]];
    const turn = Math.atan2(ay - y, (ax - x) / 2) - Math.atan2(y - by, (x - bx) / 2);
    return Math.abs((Math.atan2(Math.sin(turn), Math.cos(turn)) * 180) / Math.PI);
  });

test('a coast that is told in long steps has no spikes, and lies where it lay', () => {
  const steps = Array.from({ length: 12 }, (_, i): Position => [10 + i * 0.01, 59 + (i % 2) * 0.005]);
  const coast: Position[] = [...steps, [10.11, 59.5], [10, 59.5], steps[0]!];
  const round = roundRing(coast, 2);
  expect(round.at(-1)).toEqual(round[0]);
  expect(Math.max(...turns(coast))).toBeGreaterThan(80);
  expect(Math.max(...turns(round))).toBeLessThan(50);
  expect(areaKm2(round) / areaKm2(coast)).toBeGreaterThan(0.97);
  expect(areaKm2(round) / areaKm2(coast)).toBeLessThan(1.03);
});

test('a coast that is told closely stays as it is', () => {
  const close: Position[] = Array.from({ length: 40 }, (_, i) => [10 + Math.cos(i / 6.4) / 1000, 59 + Math.sin(i / 6.4) / 2000]);
  const ring = [...close, close[0]!];
  expect(roundRing(ring, 2)).toEqual(ring);
});

test('an island of the sea stays one though it lies within the bend of a lake of the land beside it', () => {
  const raster = createRaster({ west: 0, south: 0, east: 60, north: 60 }, { x: 1, y: 1 });
  const box = (west: number, south: number, east: number, north: number): Position[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  // Land bent around a bay with an island in it; in the land a lake that is bent as well.
  const land: Position[] = [
    [10, 10],
    [50, 10],
    [50, 20],
    [20, 20],
    [20, 50],
    [10, 50],
    [10, 10],
  ];
  const lake: Position[] = [
    [12, 12],
    [48, 12],
    [48, 18],
    [18, 18],
    [18, 48],
    [12, 48],
    [12, 12],
  ];
  paint(raster, [box(2, 2, 58, 58), land, lake, box(28, 28, 36, 36)]);
  const polygons = trace(raster, 0.5);
  const wet = (x: number, y: number) =>
    polygons.some(
      (rings) =>
        rings.filter((ring) =>
          ring.slice(1).reduce((isIn, [bx = 0, by = 0], i) => {
            const [ax = 0, ay = 0] = ring[i]!;
            return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !isIn : isIn;
          }, false),
        ).length %
          2 ===
        1,
    );
  expect([wet(5, 5), wet(15, 15), wet(40, 40), wet(11, 30), wet(32, 32)]).toEqual([true, true, true, false, false]);
});
