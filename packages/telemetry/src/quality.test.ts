import { expect, test } from 'vitest';
import { type JudgedFix, judgeFixes, QUALITY } from './quality.ts';

const fix = (second: number, north: number, extra: Partial<JudgedFix> = {}): JudgedFix => ({
  timeMs: second * 1000,
  latE7: 593_000_000 + Math.round(north / 0.0111195),
  lonE7: 180_000_000,
  speedKmh: 50,
  satellites: 9,
  ...extra,
});
const { good, noFix, implausible } = QUALITY;

test('TRIP-027: a leap that nothing could drive is implausible, and the drive goes on after it', () => {
  expect([...judgeFixes([fix(0, 0), fix(10, 140), fix(20, 90_000), fix(30, 420)])]).toEqual([good, good, implausible, good]);
});

test('TRIP-027: 0/0 and a record without satellites are no position, unless a phone tells its accuracy', () => {
  const none = { latE7: 0, lonE7: 0 };
  expect([...judgeFixes([fix(0, 0, none), fix(10, 0, { satellites: 0 }), fix(20, 0, { satellites: 0, accuracyM: 12 })])]).toEqual(
    [noFix, noFix, good],
  );
});

test('TRIP-027: very low accuracy and an impossible reported speed are implausible', () => {
  expect([...judgeFixes([fix(0, 0, { hdop: 40 }), fix(10, 0, { accuracyM: 900 }), fix(20, 0, { speedKmh: 400 })])]).toEqual([
    implausible,
    implausible,
    implausible,
  ]);
});

test('TRIP-027: when the remembered position was the wrong one, three that agree are believed', () => {
  const verdicts = judgeFixes([fix(0, 500_000), fix(10, 0), fix(20, 140), fix(30, 280), fix(40, 420)]);
  expect([...verdicts]).toEqual([good, implausible, implausible, good, good]);
});

test('15-identity: what contradicts another device of the same number is implausible, however often it is said', () => {
  const far = { isContradicted: true };
  const verdicts = judgeFixes([fix(0, 0), ...[10, 20, 30, 40].map((second) => fix(second, 90_000, far)), fix(50, 140)]);
  expect([...verdicts]).toEqual([good, implausible, implausible, implausible, implausible, good]);
});
