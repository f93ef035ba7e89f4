import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_RUNNING, noteRunning, type RunningDay } from '../rules.ts';
import { firstWarningsOf, proposeFactor, runBefore, warningsOf } from './rules.ts';

const MIDNIGHT = Date.UTC(2026, 2, 10);
const HOUR_MS = 3_600_000;
const run = (records: readonly { timeMs: number; ignition?: boolean; engineTimeS?: number }[]) => {
  const days: RunningDay[] = [];
  let state = NO_RUNNING;
  for (const { timeMs, ...values } of records) state = noteRunning(state, timeMs, values, (day) => days.push(day));
  return { days, state };
};

test('SRV-006: an hour over midnight is divided between its days, and a long silence counts nothing', () => {
  const { days, state } = run([
    { timeMs: MIDNIGHT - HOUR_MS / 2, ignition: true },
    { timeMs: MIDNIGHT + HOUR_MS / 4 },
    { timeMs: MIDNIGHT + 5 * HOUR_MS, ignition: false },
  ]);
  expect(days.map((day) => day.onMs[0])).toEqual([HOUR_MS / 2]);
  expect(state.onMs[0]).toBe(HOUR_MS / 4);
});

test('SRV-006: the engine’s own count grows by what it says, but not by a leap of another engine', () => {
  const { state } = run([
    { timeMs: MIDNIGHT, engineTimeS: 1000 },
    { timeMs: MIDNIGHT + 600_000, engineTimeS: 1600 },
    { timeMs: MIDNIGHT + 700_000, engineTimeS: 9_000_000 },
    { timeMs: MIDNIGHT + 800_000, engineTimeS: 9_000_100 },
  ]);
  expect(state).toMatchObject({ engineS: 700, engineTotalS: 9_000_100 });
});

test('SRV-006: what was on is counted once, wherever the days are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3_000_000 }), { maxLength: 60 }), (steps) => {
      let timeMs = MIDNIGHT;
      const records = [{ timeMs, ignition: true }, ...steps.map((step) => ({ timeMs: (timeMs += step), ignition: true }))];
      const { days, state } = run(records);
      const counted = [...days, state].reduce((sum, day) => sum + (day.onMs[0] ?? 0), 0);
      expect(counted).toBe(timeMs - MIDNIGHT);
    }),
  );
});

test('SRV-006: a reading of now stands after all that ran today, one of a past day by the share of the day', () => {
  const now = new Date(MIDNIGHT + 12 * HOUR_MS);
  expect(runBefore(3600, now, now)).toBe(3600);
  expect(runBefore(3600, new Date(MIDNIGHT - 6 * HOUR_MS), now)).toBe(2700);
});

test('UNIT-022: the first reading is not odd, whatever it says; a rounding is no fall', () => {
  expect(warningsOf(1, { expectedM: null, beforeM: null, afterM: null })).toEqual([]);
  expect(warningsOf(99_400, { expectedM: 100_000, beforeM: 50_000, afterM: null })).toEqual([]);
  expect(warningsOf(2_100_001, { expectedM: 100_000, beforeM: 50_000, afterM: null })).toEqual(['jump']);
});

test('UNIT-022: a first reading is far from what the tracker says, or more than units of its kind show', () => {
  const boat = { isBoat: true, trackerM: null };
  expect(firstWarningsOf(99_000_000, boat)).toEqual([]);
  expect(firstWarningsOf(101_000_000, boat)).toEqual(['large']);
  expect(firstWarningsOf(101_000_000, { ...boat, isBoat: false })).toEqual([]);
  expect(firstWarningsOf(1_000_000_001, { ...boat, isBoat: false })).toEqual(['large']);
  expect(firstWarningsOf(2_999_000, { isBoat: true, trackerM: 1_000_000 })).toEqual([]);
  expect(firstWarningsOf(3_001_000, { isBoat: true, trackerM: 1_000_000 })).toEqual(['far']);
});

test('UNIT-023: a factor needs two readings a hundred kilometres apart, since the present factor holds, and a sound answer', () => {
  const reading = (timeMs: number, km: number, countedKm: number) => ({ timeMs, valueM: km * 1000, counterM: countedKm * 1000 });
  const always = { value: 1, fromMs: -Infinity };
  expect(proposeFactor([reading(0, 0, 0), reading(1, 1030, 1000)], always)).toMatchObject({ value: 1.03 });
  expect(proposeFactor([reading(0, 0, 0), reading(1, 1002, 1000)], always)).toBeNull();
  expect(proposeFactor([reading(0, 0, 0), reading(1, 60, 50)], always)).toBeNull();
  expect(proposeFactor([reading(0, 0, 0), reading(1, 2000, 1000)], always)).toBeNull();
  expect(proposeFactor([reading(0, 0, 0), reading(1, 1030, 1000)], { value: 1.03, fromMs: 1 })).toBeNull();
  expect(proposeFactor([reading(2, 0, 0), reading(3, 990, 1000)], { value: 1.03, fromMs: 1 })).toMatchObject({ value: 1.02 });
});
