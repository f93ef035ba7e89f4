import { expect, test } from 'vitest';
import { gapOf, gridOf, openSpans, pointsOf, type Readings, scaleOf, stretchesOf } from './chart-model.ts';

const T0 = Date.UTC(2026, 10, 20);
const at = (min: number): string => new Date(T0 + min * 60_000).toISOString();
const flat = (value: number) => ({ min: value, max: value, mean: value });
const readings = (points: readonly [min: number, temperature: number | null, isOpen?: boolean | null][]): Readings => ({
  from: at(0),
  to: at(1440),
  step_s: 300,
  points: points.map(([min, temperature, is_open = null]) => ({
    at: at(min),
    temperature_c: temperature === null ? null : flat(temperature),
    humidity_pct: null,
    is_open,
  })),
  figures: { temperature_c: null, humidity_pct: null },
});

test('BLE-016: where nothing was told for more than two steps the line is broken, and a sensor without the measure has none', () => {
  const of = readings([
    [0, 4],
    [5, 5],
    [15, 6],
    [30, 7],
    [35, null],
    [40, 8],
  ]);
  const stretches = stretchesOf(pointsOf(of, 'temperature_c'), gapOf(of.step_s, 60));
  expect(stretches.map((stretch) => stretch.map(({ mean }) => mean))).toEqual([
    [4, 5, 6],
    [7, 8],
  ]);
  expect(pointsOf(of, 'humidity_pct')).toEqual([]);
  // A unit that reports each hour is silent for none of them.
  expect(stretchesOf(pointsOf(of, 'temperature_c'), gapOf(of.step_s, 3600))).toHaveLength(1);
});

test('BLE-016: a door that stays open is one stretch, and silence is none', () => {
  const of = readings([
    [0, null, false],
    [5, null, true],
    [10, null, true],
    [15, null, false],
    [60, null, true],
    [300, null, true],
  ]);
  const minutes = openSpans(of).map(({ fromMs, toMs }) => [(fromMs - T0) / 60_000, (toMs - T0) / 60_000]);
  expect(minutes).toEqual([
    [5, 15],
    [60, 65],
    [300, 305],
  ]);
});

test('BLE-016: the limits are always in the picture, and the lines across it stand at round values', () => {
  const scale = scaleOf([flat(5), flat(6)], [2, 8, null]);
  expect(scale.low).toBeLessThan(2);
  expect(scale.high).toBeGreaterThan(8);
  expect(gridOf(scale)).toEqual([2, 4, 6, 8]);
  expect(gridOf(scaleOf([flat(-18)], []))).toContain(-18);
});
