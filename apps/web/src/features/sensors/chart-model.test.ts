import { expect, test } from 'vitest';
import { breachesOf, gapOf, gridOf, openSpans, pointsOf, type Readings, scaleOf, stretchesOf, timesOf } from './chart-model.ts';

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
  // Of 5 to 12 °C there are more than two numbers.
  expect(gridOf(scaleOf([flat(5.1), flat(12)], [8]))).toEqual([6, 8, 10, 12]);
});

test('BLE-016: the times under a chart are those that people count by: even hours, days, first days of months', () => {
  const zone = 'Europe/Stockholm';
  const from = Date.parse('2026-11-25T17:17:00Z');
  const local = (ms: number): string => new Date(ms + 3_600_000).toISOString().slice(5, 16);
  const day = 86_400_000;
  expect(timesOf(from, from + day, zone).map(local)).toEqual([
    '11-25T20:00',
    '11-26T00:00',
    '11-26T04:00',
    '11-26T08:00',
    '11-26T12:00',
    '11-26T16:00',
  ]);
  const week = timesOf(from, from + 7 * day, zone).map(local);
  expect([week.length, week[0], week.at(-1)]).toEqual([7, '11-26T00:00', '12-02T00:00']);
  const month = timesOf(from - 30 * day, from, zone);
  expect(month.length).toBeLessThanOrEqual(7);
  expect(month.map(local).every((text) => text.endsWith('T00:00'))).toBe(true);
  const year = timesOf(from - 365 * day, from, zone);
  expect(year.length).toBeGreaterThanOrEqual(5);
  // Summer time is an hour ahead of what `local` reckons with.
  expect(year.map(local).every((text) => /-01T00:00$|T23:00$/.test(text))).toBe(true);
});

test('BLE-015: the newest value against its limits: on a limit is inside', () => {
  const settings = {
    ...{ temperature_low_c: 2, temperature_high_c: 8, humidity_low_pct: null, humidity_high_pct: 70, outside_min: 20 },
    ...{ door_alarm: false, door_delay_min: 5, magnet_means: 'closed' as const, realarm_hours: null },
  };
  const value = (temperature_c: number | null, humidity_pct: number | null) => ({
    ...{ at: at(0), temperature_c, humidity_pct, is_open: null, battery_pct: null, battery_v: null, battery_low: null },
    is_stale: false,
  });
  expect(breachesOf({ value: value(8, 70), settings })).toEqual([]);
  expect(breachesOf({ value: value(8.1, 71), settings })).toEqual([
    { measure: 'temperature', side: 'above', limit: 8 },
    { measure: 'humidity', side: 'above', limit: 70 },
  ]);
  expect(breachesOf({ value: value(1.9, null), settings })).toEqual([{ measure: 'temperature', side: 'below', limit: 2 }]);
  expect(breachesOf({ value: null, settings })).toEqual([]);
});
