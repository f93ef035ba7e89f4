import { DAY_MS } from '@spora/calendar/durations';
import { expect, test } from 'vitest';
import { type FuelDay, type FuelState, NO_FUEL, noteFuel } from './counting.ts';

const MIDNIGHT = Date.UTC(2026, 2, 11);
const DAY = MIDNIGHT / DAY_MS;

/** What is counted of a counter's values, litres, by their minutes from midnight. */
function count(told: readonly (readonly [minute: number, litres: number])[]): { over: FuelDay[]; last: FuelState } {
  const over: FuelDay[] = [];
  const last = told.reduce(
    (state, [minute, litres]) => noteFuel(state, MIDNIGHT + minute * 60_000, litres, (day) => over.push(day)),
    NO_FUEL,
  );
  return { over, last };
}
const usedMl = (told: Parameters<typeof count>[0]) => count(told).last.usedMl;

test('REP-012: a day has what the counter grew by on it; what it stood at when it was first heard of is none of it', () => {
  expect(
    usedMl([
      [60, 4000],
      [61, 4000.1],
      [90, 4004],
    ]),
  ).toBe(4000);
});

test('REP-012: over midnight each day has its own, and a day without use is no day', () => {
  const { over, last } = count([
    [-60, 100],
    [-10, 103],
    [10, 104],
    [2 * 1440, 104],
  ]);
  expect(over).toEqual([
    { day: DAY - 1, usedMl: 3000 },
    { day: DAY, usedMl: 1000 },
  ]);
  expect(last.usedMl).toBe(0);
});

test('REP-012: a counter that falls, or leaps further than an engine burns, is counted from there', () => {
  expect(
    usedMl([
      [60, 4000],
      [70, 12],
      [80, 13],
    ]),
  ).toBe(1000);
  expect(
    usedMl([
      [60, 12],
      [61, 4000],
      [70, 4001],
    ]),
  ).toBe(1000);
});
