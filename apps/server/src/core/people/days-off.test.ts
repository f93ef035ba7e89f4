import { expect, test } from 'vitest';
import { dayNumberOf } from '@spora/calendar/holidays';
import { isDayOff, readDaysOff } from './days-off.ts';

test('TRIP-036: what the account settled last stands above its country, and taken back it is the country’s again', () => {
  const of = (...choices: (boolean | null)[]) =>
    readDaysOff(
      'NO',
      choices.map((isOff, i) => ({ day: '2026-05-18', fromMs: i * 1000, isOff })),
    );
  const [worked, holiday] = [dayNumberOf('2026-05-18'), dayNumberOf('2026-05-17')];
  expect([of(), of(true), of(true, false), of(true, null)].map((days) => isDayOff(days, worked, Infinity))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect(isDayOff(of(true, null), worked, 500)).toBe(true);
  expect(isDayOff(of(), holiday, 0)).toBe(true);
  expect(isDayOff(readDaysOff('xx', []), holiday, 0)).toBe(false);
});
