import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  daysCovered,
  isWithinMonths,
  monthAfter,
  monthSpan,
  previousMonth,
  weekSpan,
} from './days.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { dayIn, instantOf, localTimeIn, startOfDay } from './zones.ts';

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));

test('days are counted over months, leap days and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysCovered('2026-03-28', '2026-03-28')).toBe(1);
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (day, n) => {
      expect(daysBetween(day, addDays(day, n))).toBe(n);
    }),
  );
});

test('a month later is the same day of the month, or the last of a shorter one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-03-15', -13)).toBe('2025-02-15');
  expect(monthAfter('2026-11', 3)).toBe('2027-02');
  expect(monthSpan('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(previousMonth('2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('I18N-007: a week begins on Monday', () => {
  expect(weekSpan('2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(weekSpan('2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-29' });
});

test('DEC-44: a period of a year may end on the same day of the next one, and no day later', () => {
  expect(isWithinMonths('2025-01-01', '2026-01-01', 12)).toBe(true);
  expect(isWithinMonths('2025-01-01', '2026-01-02', 12)).toBe(false);
  expect(isWithinMonths('2024-02-29', '2025-02-28', 12)).toBe(true);
});

describe('days of a zone', () => {
  test('begin at its own midnight, also when they have 23 or 25 hours', () => {
    expect(startOfDay('2026-03-29', 'Europe/Stockholm').toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(startOfDay('2026-03-30', 'Europe/Stockholm').toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(startOfDay('2026-10-26', 'Europe/London').toISOString()).toBe('2026-10-26T00:00:00.000Z');
    expect(startOfDay('2026-10-25', 'Europe/Stockholm').toISOString()).toBe('2026-10-24T22:00:00.000Z');
    expect(startOfDay('2026-10-26', 'Europe/Stockholm').toISOString()).toBe('2026-10-25T23:00:00.000Z');
    expect(startOfDay('2026-11-22', 'Asia/Kathmandu').toISOString()).toBe('2026-11-21T18:15:00.000Z');
    const hours = (day: string) =>
      (startOfDay(addDays(day, 1), 'Europe/Oslo').getTime() - startOfDay(day, 'Europe/Oslo').getTime()) / HOUR_MS;
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-06-01')]).toEqual([23, 25, 24]);
  });

  test('hold each instant in exactly one of them', () => {
    const zone = fc.constantFrom('Europe/Stockholm', 'Europe/London', 'Asia/Kathmandu', 'America/St_Johns');
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: 2e12 }), (timeZone, at) => {
        const day = dayIn(at, timeZone);
        expect(startOfDay(day, timeZone).getTime()).toBeLessThanOrEqual(at);
        expect(startOfDay(addDays(day, 1), timeZone).getTime()).toBeGreaterThan(at);
        expect(localTimeIn(at, timeZone).slice(0, 10)).toBe(day);
      }),
    );
  });
});

test('what clocks show is what the zone says at every instant: around changes of the clock, before 1980 and after 2200 too', () => {
  const zones = [
    'Europe/Stockholm',
    'Europe/London',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Pacific/Apia',
  ];
  const byZone = new Map(
    zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })]),
  );
  const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2011-12-30T10:00:00Z', '2026-04-04T15:00:00Z'].map(
    Date.parse,
  );
  const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -DAY_MS, max: DAY_MS })).map(([at, by]) => at + by);
  const ever = fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2210, 0, 1) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.oneof(near, ever), (timeZone, at) => {
      const shown = byZone.get(timeZone)!.format(at).replace(' ', 'T');
      expect(localTimeIn(at, timeZone)).toBe(shown);
      expect(dayIn(at, timeZone)).toBe(shown.slice(0, 10));
    }),
    { numRuns: 3000 },
  );
});

test('a local time is the instant that its clocks show; a skipped one an hour later, a doubled one the first', () => {
  expect(instantOf('2026-07-01T08:30', 'Europe/Stockholm')).toBe('2026-07-01T06:30:00.000Z');
  expect(instantOf('2026-03-29T02:30', 'Europe/Stockholm')).toBe('2026-03-29T01:30:00.000Z');
  expect(instantOf('2026-10-25T02:30', 'Europe/Stockholm')).toBe('2026-10-25T00:30:00.000Z');
  for (const wrong of ['', 'tomorrow', '2026-13-01T08:00', '2026-02-01']) expect(instantOf(wrong, 'Europe/Oslo')).toBeNull();
});

test('a day of UTC has as many milliseconds as it has', () => {
  expect(new Date(Date.parse('2026-03-01T00:00:00Z') + DAY_MS).toISOString()).toBe('2026-03-02T00:00:00.000Z');
});
