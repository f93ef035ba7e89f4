import { expect, test } from 'vitest';
import { NO_DAYS_OFF, readDaysOff } from '../../../core/people/days-off.ts';
import { decideType, readSettings } from '../rules.ts';
import {
  hiddenSpans,
  isHiddenAt,
  isWithinHours as isWithinHoursOf,
  outsideHours,
  type MapHiding,
  readHiding,
  readWorkingHours,
  typeByHours,
  type WeekHours,
} from './rules.ts';

const isWithinHours = (hours: WeekHours, timeMs: number): boolean => isWithinHoursOf(hours, timeMs, NO_DAYS_OFF);
const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);
const week = (fromMin: number, toMin: number, weekdays: number[], timeZone = 'Europe/Stockholm') => ({
  timeZone,
  intervals: [{ weekdays, fromMin, toMin }],
});
const office = week(8 * 60, 17 * 60, [1, 2, 3, 4, 5]);
const rules = { isActive: true, insideType: 'business', outsideType: 'private' } as const;

test('UNIT-026: working hours are told by the clock of the account, on the weekdays chosen', () => {
  // Monday 16 November 2026, winter time: 07:00 by universal time is 08:00.
  expect(isWithinHours(office, at('2026-11-16T06:59:59Z'))).toBe(false);
  expect(isWithinHours(office, at('2026-11-16T07:00:00Z'))).toBe(true);
  expect(isWithinHours(office, at('2026-11-16T15:59:59Z'))).toBe(true);
  expect(isWithinHours(office, at('2026-11-16T16:00:00Z'))).toBe(false);
  expect(isWithinHours(office, at('2026-11-15T10:00:00Z')), 'Sunday').toBe(false);
  expect(isWithinHours({ ...office, timeZone: 'America/New_York' }, at('2026-11-16T12:59:00Z'))).toBe(false);
  expect(isWithinHours({ ...office, timeZone: 'America/New_York' }, at('2026-11-16T13:00:00Z'))).toBe(true);
  expect(isWithinHours({ ...office, timeZone: 'Asia/Kathmandu' }, at('2026-11-16T02:15:00Z'))).toBe(true);
});

test('UNIT-026: several intervals of a day leave the lunch out', () => {
  const day = { timeZone: 'Europe/Stockholm', intervals: [...week(480, 720, [1]).intervals, ...week(780, 1020, [1]).intervals] };
  expect(
    ['07:30', '08:00', '12:00', '12:59', '13:00', '16:59', '17:00'].map((time) =>
      isWithinHours(day, at(`2026-11-16T${time}:00+01:00`)),
    ),
  ).toEqual([false, true, false, false, true, true, false]);
});

test('UNIT-026: an interval past midnight belongs to the day it begins on', () => {
  const night = week(22 * 60, 6 * 60, [5]);
  expect(isWithinHours(night, at('2026-11-20T22:00:00+01:00')), 'Friday evening').toBe(true);
  expect(isWithinHours(night, at('2026-11-21T05:59:00+01:00')), 'Saturday morning').toBe(true);
  expect(isWithinHours(night, at('2026-11-21T06:00:00+01:00'))).toBe(false);
  expect(isWithinHours(night, at('2026-11-20T05:00:00+01:00')), 'Friday morning').toBe(false);
  expect(isWithinHours(night, at('2026-11-21T22:30:00+01:00')), 'Saturday evening').toBe(false);
  // A whole day and no more: 00:00 to 24:00.
  const sunday = week(0, 1440, [0]);
  expect(isWithinHours(sunday, at('2026-11-22T00:00:00+01:00'))).toBe(true);
  expect(isWithinHours(sunday, at('2026-11-22T23:59:00+01:00'))).toBe(true);
  expect(isWithinHours(sunday, at('2026-11-23T00:00:00+01:00'))).toBe(false);
});

test('UNIT-026: across both changes of the clock, the clock on the wall decides', () => {
  const morning = week(8 * 60, 9 * 60, [0, 6]);
  // 29 March 2026: 08:00 is 07:00 by universal time on Saturday, 06:00 on Sunday.
  expect(isWithinHours(morning, at('2026-03-28T07:00:00Z'))).toBe(true);
  expect(isWithinHours(morning, at('2026-03-28T06:30:00Z'))).toBe(false);
  expect(isWithinHours(morning, at('2026-03-29T06:00:00Z'))).toBe(true);
  expect(isWithinHours(morning, at('2026-03-29T07:00:00Z'))).toBe(false);
  // 25 October 2026: back to 07:00 by universal time.
  expect(isWithinHours(morning, at('2026-10-24T06:00:00Z'))).toBe(true);
  expect(isWithinHours(morning, at('2026-10-25T06:00:00Z'))).toBe(false);
  expect(isWithinHours(morning, at('2026-10-25T07:00:00Z'))).toBe(true);
  // The hour from 02:00 to 03:00: never shown in March, shown twice in October.
  const small = week(2 * 60, 3 * 60, [0]);
  const hoursOf = (day: string) =>
    Array.from({ length: 26 }, (_, i) => at(`${day}T00:00:00Z`) - HOUR + i * HOUR).filter((time) => isWithinHours(small, time))
      .length;
  expect(hoursOf('2026-03-29')).toBe(0);
  expect(hoursOf('2026-10-25')).toBe(2);
});

test('UNIT-026, MAP-004: a night that the clock is changed in is hidden for as long as it lasts', () => {
  const hiding: MapHiding = { ...week(22 * 60, 6 * 60, [6]), when: 'during' };
  const dated = [{ fromMs: 0, hiding }];
  const [spring] = hiddenSpans(dated, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'), NO_DAYS_OFF);
  expect(spring && (spring.toMs - spring.fromMs) / HOUR).toBe(7);
  const [autumn] = hiddenSpans(dated, at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'), NO_DAYS_OFF);
  expect(autumn && (autumn.toMs - autumn.fromMs) / HOUR).toBe(9);
  for (const span of [spring, autumn]) {
    expect(isHiddenAt(hiding, (span?.fromMs ?? 0) - 1000, NO_DAYS_OFF)).toBe(false);
    expect(isHiddenAt(hiding, span?.fromMs ?? 0, NO_DAYS_OFF)).toBe(true);
    expect(isHiddenAt(hiding, (span?.toMs ?? 0) - 1000, NO_DAYS_OFF)).toBe(true);
    expect(isHiddenAt(hiding, span?.toMs ?? 0, NO_DAYS_OFF)).toBe(false);
  }
});

test('DEC-49: hidden outside working hours is all the rest of the week, from when it was chosen until it was not', () => {
  const hiding: MapHiding = { ...office, when: 'outside' };
  const dated = [
    { fromMs: at('2026-11-16T18:00:00+01:00'), hiding },
    { fromMs: at('2026-11-17T20:30:30+01:00'), hiding: null },
  ];
  expect(hiddenSpans(dated, at('2026-11-16T00:00:00+01:00'), at('2026-11-18T00:00:00+01:00'), NO_DAYS_OFF)).toEqual([
    { fromMs: at('2026-11-16T18:00:00+01:00'), toMs: at('2026-11-17T08:00:00+01:00') },
    { fromMs: at('2026-11-17T17:00:00+01:00'), toMs: at('2026-11-17T20:30:30+01:00') },
  ]);
});

test('TRIP-024, UNIT-026: working hours decide before the usual type and after the switch and the places', () => {
  const hours = { ...office, ...rules };
  const monday = at('2026-11-16T10:00:00+01:00');
  const evening = at('2026-11-16T19:00:00+01:00');
  expect(typeByHours(hours, monday, NO_DAYS_OFF)).toBe('business');
  expect(typeByHours(hours, evening, NO_DAYS_OFF)).toBe('private');
  expect(typeByHours({ ...hours, outsideType: null }, evening, NO_DAYS_OFF), 'nothing is said of the evening').toBeNull();
  expect(typeByHours({ ...hours, isActive: false }, monday, NO_DAYS_OFF)).toBeNull();
  expect(decideType({ switch: null, workingHours: typeByHours(hours, evening, NO_DAYS_OFF), default: 'other' })).toEqual({
    type: 'private',
    rule: 'working-hours',
  });
  expect(decideType({ switch: 'business', workingHours: 'private', default: 'other' }).rule).toBe('switch');
  expect(decideType({ switch: null, placeOne: 'business', workingHours: 'private', default: 'other' }).rule).toBe('place-one');
});

test('TRIP-036, UNIT-026: on a day off no working hours begin, and a night shift that began the evening before goes on', () => {
  const daysOff = readDaysOff('SE', [
    { day: '2026-11-18', fromMs: -Infinity, isOff: true },
    { day: '2026-06-06', fromMs: -Infinity, isOff: false },
  ]);
  const within = (hours: WeekHours, time: string): boolean => isWithinHoursOf(hours, at(time), daysOff);
  expect(within(office, '2026-01-06T10:00:00+01:00'), 'Epiphany, a Tuesday').toBe(false);
  expect(within(office, '2026-06-19T10:00:00+02:00'), 'Midsummer Eve, a Friday').toBe(false);
  expect(within(office, '2026-11-18T10:00:00+01:00'), 'a day off of the account').toBe(false);
  expect(within(office, '2026-11-19T10:00:00+01:00')).toBe(true);
  expect(within(week(480, 1020, [6]), '2026-06-06T10:00:00+02:00'), 'a holiday on which the account works').toBe(true);
  const nights = week(22 * 60, 6 * 60, [1, 2, 3]);
  expect(within(nights, '2026-11-18T03:00:00+01:00'), 'began on Tuesday').toBe(true);
  expect(within(nights, '2026-11-18T23:00:00+01:00'), 'begins on the day off').toBe(false);
  expect(within(nights, '2026-11-19T03:00:00+01:00'), 'would have begun on the day off').toBe(false);
  expect(typeByHours({ ...office, ...rules }, at('2026-11-18T10:00:00+01:00'), daysOff)).toBe('private');
  // The day is the one that the clock of the hours shows.
  expect(within(week(0, 1440, [2], 'Asia/Kathmandu'), '2026-01-05T18:30:00Z'), '00:15 on Epiphany in Kathmandu').toBe(false);
  expect(within(week(0, 1440, [3], 'Asia/Kathmandu'), '2026-01-06T18:30:00Z')).toBe(true);
});

test('TRIP-036, DEC-49: on a holiday nobody works, so hiding outside the hours lasts all day, and a choice made afterwards uncovers nothing', () => {
  const dated = [{ fromMs: 0, hiding: { ...office, when: 'outside' } as MapHiding }];
  const [from, to] = [at('2026-01-05T17:00:00+01:00'), at('2026-01-07T08:00:00+01:00')];
  expect(hiddenSpans(dated, from, to, readDaysOff('SE', []))).toEqual([{ fromMs: from, toMs: to }]);
  const workedFrom = (time: string) => readDaysOff('SE', [{ day: '2026-01-06', fromMs: at(time), isOff: false }]);
  expect(hiddenSpans(dated, from, to, workedFrom('2026-01-07T12:00:00+01:00')), 'settled the day after').toEqual([
    { fromMs: from, toMs: to },
  ]);
  expect(hiddenSpans(dated, from, to, workedFrom('2025-12-01T12:00:00+01:00')), 'settled before').toEqual([
    { fromMs: from, toMs: at('2026-01-06T08:00:00+01:00') },
    { fromMs: at('2026-01-06T17:00:00+01:00'), toMs: to },
  ]);
  expect(hiddenSpans(dated, from, to, workedFrom('2026-01-06T12:00:00+01:00')), 'settled at noon').toEqual([
    { fromMs: from, toMs: at('2026-01-06T12:00:00+01:00') },
    { fromMs: at('2026-01-06T17:00:00+01:00'), toMs: to },
  ]);
  const during: MapHiding = { ...office, when: 'during' };
  expect(isHiddenAt(during, at('2026-01-06T10:00:00+01:00'), readDaysOff('SE', []))).toBe(false);
  expect(isHiddenAt(during, at('2026-01-07T10:00:00+01:00'), readDaysOff('SE', []))).toBe(true);
});

test('what is stored and cannot be read is no working hours, and stops no trips', () => {
  expect(readWorkingHours(undefined)).toBeNull();
  expect(readWorkingHours({ ...office, ...rules, timeZone: 'Nowhere/Land' })).toBeNull();
  expect(
    readWorkingHours({ ...office, ...rules, intervals: [{ weekdays: [9, 1], fromMin: 480, toMin: 5000 }, 7] })?.intervals,
  ).toEqual([]);
  expect(readSettings({ workingHours: { ...office, ...rules } }).workingHours).toEqual({ ...office, ...rules });
  expect(readHiding({ ...office, when: 'sometimes' })).toBeNull();
});

test.each(['Europe/Stockholm', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
  '13-C: in %s a year of being outside of working hours is told as each of its moments is, over clock changes, holidays and nights',
  (timeZone) => {
    const daysOff = readDaysOff('SE', [
      { day: '2026-04-03', fromMs: -Infinity, isOff: false },
      { day: '2026-10-26', fromMs: -Infinity, isOff: true },
    ]);
    const hours = (intervals: WeekHours['intervals'], isActive = true) => ({ ...rules, isActive, timeZone, intervals });
    const nights = hours([
      { weekdays: [0, 5, 6], fromMin: 1320, toMin: 180 },
      { weekdays: [1, 2, 3], fromMin: 90, toMin: 150 },
      { weekdays: [3, 4], fromMin: 600, toMin: 600 },
      { weekdays: [4], fromMin: 480, toMin: 1440 },
    ]);
    const dated = [
      { fromMs: -Infinity, hours: null },
      { fromMs: at('2026-01-10T10:07:00Z'), hours: hours(office.intervals) },
      { fromMs: at('2026-03-20T00:00:00Z'), hours: nights },
      { fromMs: at('2026-07-01T00:00:00Z'), hours: hours(office.intervals, false) },
      { fromMs: at('2026-08-01T00:00:00Z'), hours: nights },
      { fromMs: at('2026-12-01T00:00:00Z'), hours: hours([]) },
    ];
    const bounds = outsideHours(dated, at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'), daysOff);
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(new Set(bounds).size).toBe(bounds.length);
    let next = 0;
    for (let timeMs = at('2026-01-01T00:00:00Z'); timeMs < at('2027-01-01T00:00:00Z'); timeMs += 7 * 60_000) {
      while (next < bounds.length && bounds[next]! <= timeMs) next++;
      const inForce = dated.findLast(({ fromMs }) => fromMs <= timeMs)?.hours ?? null;
      const isOutside = inForce?.isActive === true && !isWithinHoursOf(inForce, timeMs, daysOff);
      if ((next % 2 === 1) !== isOutside) expect.fail(`${new Date(timeMs).toISOString()} is ${isOutside ? '' : 'not '}outside`);
    }
  },
);
