import { expect, test } from 'vitest';
import {
  dayNumberOf,
  dayOfHoliday,
  dayOfNumber,
  easterOf,
  type HolidayCountry,
  holidaysOf,
  isPublicHoliday,
} from './holidays.ts';

const daysOf = (country: HolidayCountry, year: number): string =>
  [...holidaysOf(country, year).keys()].map((day) => dayOfNumber(day).slice(5)).join(' ');
const nameOf = (country: HolidayCountry, day: string) => holidaysOf(country, Number(day.slice(0, 4))).get(dayNumberOf(day));

test('TRIP-036: Easter falls on the Sundays that the almanac gives', () => {
  const known = [
    '2000-04-23',
    '2008-03-23',
    '2011-04-24',
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2028-04-16',
    '2038-04-25',
  ];
  expect(known.map((day) => dayOfNumber(easterOf(Number(day.slice(0, 4)))))).toEqual(known);
});

test('TRIP-036: Sweden is off on its public holidays and on the three eves that count as Sundays', () => {
  expect([2024, 2025, 2026, 2027, 2028].map((year) => daysOf('se', year))).toEqual([
    '01-01 01-06 03-29 03-31 04-01 05-01 05-09 05-19 06-06 06-21 06-22 11-02 12-24 12-25 12-26 12-31',
    '01-01 01-06 04-18 04-20 04-21 05-01 05-29 06-06 06-08 06-20 06-21 11-01 12-24 12-25 12-26 12-31',
    '01-01 01-06 04-03 04-05 04-06 05-01 05-14 05-24 06-06 06-19 06-20 10-31 12-24 12-25 12-26 12-31',
    '01-01 01-06 03-26 03-28 03-29 05-01 05-06 05-16 06-06 06-25 06-26 11-06 12-24 12-25 12-26 12-31',
    '01-01 01-06 04-14 04-16 04-17 05-01 05-25 06-04 06-06 06-23 06-24 11-04 12-24 12-25 12-26 12-31',
  ]);
  expect(nameOf('se', '2026-06-19')).toEqual({ name: 'midsummer-eve', kind: 'eve' });
  expect(nameOf('se', '2026-10-31')).toEqual({ name: 'all-saints', kind: 'public' });
  expect(nameOf('se', '2004-05-31')).toEqual({ name: 'whit-monday', kind: 'public' });
  expect(nameOf('se', '2004-06-06')).toBeUndefined();
});

test('TRIP-036: Norway is off on 1 and 17 May and over its long Easter, and works on the eves', () => {
  expect([2024, 2025, 2026, 2027, 2028].map((year) => daysOf('no', year))).toEqual([
    '01-01 03-28 03-29 03-31 04-01 05-01 05-09 05-17 05-19 05-20 12-25 12-26',
    '01-01 04-17 04-18 04-20 04-21 05-01 05-17 05-29 06-08 06-09 12-25 12-26',
    '01-01 04-02 04-03 04-05 04-06 05-01 05-14 05-17 05-24 05-25 12-25 12-26',
    // 17 May 2027 is Whit Monday too.
    '01-01 03-25 03-26 03-28 03-29 05-01 05-06 05-16 05-17 12-25 12-26',
    '01-01 04-13 04-14 04-16 04-17 05-01 05-17 05-25 06-04 06-05 12-25 12-26',
  ]);
  expect(nameOf('no', '2027-05-17')).toEqual({ name: 'constitution-day', kind: 'public' });
});

test('TRIP-036: Great Britain has the bank holidays of England and Wales, with substitute days and those by proclamation', () => {
  expect([2024, 2025, 2026, 2027, 2028].map((year) => daysOf('gb', year))).toEqual([
    '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
    '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
    '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-26 12-28',
    '01-01 03-26 03-29 05-03 05-31 08-30 12-25 12-26 12-27 12-28',
    '01-01 01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
  ]);
  expect(nameOf('gb', '2026-12-28')).toEqual({ name: 'boxing-day', kind: 'substitute' });
  expect(nameOf('gb', '2027-12-27')).toEqual({ name: 'christmas-day', kind: 'substitute' });
  expect(nameOf('gb', '2027-12-28')).toEqual({ name: 'boxing-day', kind: 'substitute' });
  // Christmas on a Sunday: Monday is Boxing Day, so Tuesday stands in for Christmas.
  expect(nameOf('gb', '2022-12-27')).toEqual({ name: 'christmas-day', kind: 'substitute' });
  expect(daysOf('gb', 2020)).toContain('05-08');
  expect(daysOf('gb', 2020)).not.toContain('05-04');
  expect(daysOf('gb', 2022)).toContain('06-02 06-03 08-29 09-19');
  expect(nameOf('gb', '2023-05-08')).toEqual({ name: 'coronation', kind: 'public' });
});

test('REP-014: a law names holidays of other countries too, and an eve is no public holiday', () => {
  expect(isPublicHoliday('se', dayNumberOf('2026-06-19')), 'Midsummer Eve').toBe(false);
  expect(isPublicHoliday('se', dayNumberOf('2026-06-20'))).toBe(true);
  expect(isPublicHoliday('gb', dayNumberOf('2026-12-28')), 'in place of a holiday').toBe(true);
  expect(isPublicHoliday('se', dayNumberOf('2026-03-15')), 'any Sunday').toBe(false);
  expect(dayOfHoliday('whit-monday', 2027)).toBe(dayNumberOf('2027-05-17'));
  expect(dayOfHoliday('constitution-day', 2027)).toBe(dayNumberOf('2027-05-17'));
  expect(dayOfHoliday('christmas-day', 2027), 'not the day in its place').toBe(dayNumberOf('2027-12-25'));
  expect(dayOfHoliday('jubilee', 2026)).toBeUndefined();
});
