import { addDays } from '@spora/calendar/days';
import { HOUR_MS } from '@spora/calendar/durations';
import { instantOf } from '@spora/calendar/zones';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PassageToCharge } from './charges.ts';
import { chargesBy } from './testing-passages.ts';

/*
 * The law's text a second time, independent of the tables: lag (2004:629) bilaga 1 and 2, with the holidays of lag (1989:253) written down by
 * hand. Nothing here is imported from what is tried.
 */

interface MovingDays {
  readonly easterSunday: string;
  readonly midsummerEve: string;
  readonly allSaints: string;
}

const MOVING: Readonly<Record<number, MovingDays>> = {
  2024: { easterSunday: '2024-03-31', midsummerEve: '2024-06-21', allSaints: '2024-11-02' },
  2025: { easterSunday: '2025-04-20', midsummerEve: '2025-06-20', allSaints: '2025-11-01' },
  2026: { easterSunday: '2026-04-05', midsummerEve: '2026-06-19', allSaints: '2026-10-31' },
  2027: { easterSunday: '2027-03-28', midsummerEve: '2027-06-25', allSaints: '2027-11-06' },
};
const YEARS = Object.keys(MOVING).map(Number);

const movingOf = (day: string): MovingDays =>
  MOVING[Number(day.slice(0, 4))] ?? { easterSunday: '', midsummerEve: '', allSaints: '' };
const goodFriday = (day: string) => addDays(movingOf(day).easterSunday, -2);
const ascension = (day: string) => addDays(movingOf(day).easterSunday, 39);

function isPublicHoliday(day: string): boolean {
  // The first day after the last year is looked at as the day after New Year's Eve.
  if (['01-01', '01-06', '05-01', '06-06', '12-25', '12-26'].includes(day.slice(5))) return true;
  const { easterSunday, midsummerEve, allSaints } = movingOf(day);
  const midsummerDay = addDays(midsummerEve, 1);
  return [
    goodFriday(day),
    easterSunday,
    addDays(easterSunday, 1),
    ascension(day),
    addDays(easterSunday, 49),
    midsummerDay,
    allSaints,
  ].includes(day);
}

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();
/** "Vardagar utom lördagar". */
const isWeekday = (day: string) => weekday(day) !== 0 && weekday(day) !== 6 && !isPublicHoliday(day);

function isTaxedOn(day: string): boolean {
  if (!isWeekday(day)) return false;
  if (day.slice(5, 7) === '07') {
    let before = 0;
    for (let other = `${day.slice(0, 7)}-01`; other < day; other = addDays(other, 1)) if (isWeekday(other)) before += 1;
    return before < 5;
  }
  const next = addDays(day, 1);
  if (!isPublicHoliday(next)) return true;
  return next === goodFriday(day) || next === ascension(day) || next === movingOf(day).allSaints || /-05-01$|-06-06$/.test(next);
}

/** A day's answer, found once. */
function remembered<T>(answer: (day: string) => T): (day: string) => T {
  const known = new Map<string, T>();
  return (day) => {
    const before = known.get(day);
    if (before !== undefined) return before;
    const found = answer(day);
    known.set(day, found);
    return found;
  };
}

const isTaxedInStockholm = remembered(isTaxedOn);
const isTaxedInGothenburg = remembered((day) => isWeekday(day) && day.slice(5, 7) !== '07' && !isPublicHoliday(addDays(day, 1)));

const isHighSeason = remembered((day) => {
  const date = day.slice(5);
  return (date >= '03-01' && day < movingOf(day).midsummerEve) || (date >= '08-15' && date <= '11-30');
});

type Place = 'inner' | 'essinge' | 'gothenburg';

/** Kronor of a passage by itself, at a minute of the day. */
function lawAmount(place: Place, day: string, minute: number): number {
  const clock = Math.floor(minute / 60) + (minute % 60) / 100;
  const between = (from: number, to: number) => clock >= from - 1e-9 && clock <= to + 1e-9;
  if (place === 'gothenburg') {
    if (!isTaxedInGothenburg(day)) return 0;
    if (between(7, 7.59) || between(15.3, 16.59)) return 22;
    if (between(6.3, 6.59) || between(8, 8.29) || between(15, 15.29) || between(17, 17.59)) return 16;
    return between(6, 18.29) ? 9 : 0;
  }
  if (!isTaxedInStockholm(day)) return 0;
  const high = isHighSeason(day);
  const of = (innerLow: number, innerHigh: number, essingeLow: number, essingeHigh: number) =>
    place === 'inner' ? (high ? innerHigh : innerLow) : high ? essingeHigh : essingeLow;
  if (between(6, 6.29)) return 15;
  if (between(6.3, 6.59) || between(8.3, 8.59) || between(15.3, 15.59) || between(17.3, 17.59)) return of(25, 30, 22, 27);
  if (between(7, 8.29) || between(16, 17.29)) return of(35, 45, 30, 40);
  if (between(9, 9.29) || between(15, 15.29) || between(18, 18.29)) return of(15, 20, 15, 20);
  return between(9.3, 14.59) ? 11 : 0;
}

const QUARTERS = Array.from({ length: 96 }, (_, i) => i * 900);

/** Kronor of a day on which passages were made at these seconds of it, in order. */
function lawDay(place: Place, day: string, seconds: readonly number[]): number {
  const passages = seconds.map((second) => ({ second, amount: lawAmount(place, day, Math.floor(second / 60)) }));
  if (place !== 'gothenburg') {
    const sum = passages.reduce((total, { amount }) => total + amount, 0);
    return Math.min(isHighSeason(day) ? 135 : 105, sum);
  }
  let sum = 0;
  let taxed = passages.filter(({ amount }) => amount > 0);
  while (taxed.length > 0) {
    const until = (taxed[0]?.second ?? 0) + 3600;
    sum += Math.max(...taxed.filter(({ second }) => second <= until).map(({ amount }) => amount));
    taxed = taxed.filter(({ second }) => second > until);
  }
  return Math.min(60, sum);
}

const STATIONS: Readonly<Record<Place, readonly [station: string, point: string]>> = {
  inner: ['se-stockholm/skanstullsbron', '291'],
  essinge: ['se-stockholm/fredhall', '347'],
  gothenburg: ['se-gothenburg/fridkullagatan', '401'],
};

/** A year of days. */
function daysOf(year: number): string[] {
  const days: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) days.push(day);
  return days;
}

/** Passages at seconds of a day; before the clocks are changed at night nothing is taxed anyway. */
function passagesOf(day: string, [stationId, pointId]: readonly [string, string], seconds: readonly number[]): PassageToCharge[] {
  const sixMs = Date.parse(instantOf(`${day}T06:00`, 'Europe/Stockholm') ?? '');
  return seconds.map((second) => ({ id: 0, stationId, pointId, timeMs: sixMs - 6 * HOUR_MS + second * 1000 }));
}

describe('REP-014: a year by the text of the law and by the table', () => {
  test.each(YEARS.flatMap((year) => (['inner', 'essinge', 'gothenburg'] as const).map((place) => [year, place] as const)))(
    '%s, %s: every quarter of an hour, and every day in all',
    (year, place) => {
      const days = daysOf(year);
      // Essingeleden's station is one of an interchange, but the same station again is always another passage.
      const charges = chargesBy(days.flatMap((day) => passagesOf(day, STATIONS[place], QUARTERS)));
      const different = days.filter((day, i) => {
        const ofDay = charges.slice(i * 96, (i + 1) * 96);
        const isLikeLaw = ofDay.every(({ alone }, quarter) => alone === lawAmount(place, day, quarter * 15) * 100);
        const sum = ofDay.reduce((total, { amount }) => total + (amount ?? Number.NaN), 0);
        return !isLikeLaw || sum !== lawDay(place, day, QUARTERS) * 100;
      });
      expect(different).toEqual([]);
      expect(charges.filter(({ amount }) => amount !== 0).length).toBeGreaterThan(600);
    },
  );
});

describe('REP-014: a day of passages at any times', () => {
  test.each(['inner', 'essinge', 'gothenburg'] as const)('%s: the sum is that of the law', (place) => {
    const days = YEARS.flatMap(daysOf);
    fc.assert(
      fc.property(
        fc.constantFrom(...days),
        fc.array(fc.integer({ min: 5 * 3600, max: 19 * 3600 }), { maxLength: 14 }),
        (day, anySeconds) => {
          const seconds = anySeconds.toSorted((a, b) => a - b);
          const charges = chargesBy(passagesOf(day, STATIONS[place], seconds));
          const sum = charges.reduce((total, { amount }) => total + (amount ?? Number.NaN), 0);
          expect(sum).toBe(lawDay(place, day, seconds) * 100);
        },
      ),
      { numRuns: 500 },
    );
  });
});

/** Days of a year from a list of them as day and month. */
const dates = (year: number, list: string): string[] =>
  list
    .split(' ')
    .map((date) => date.split('/'))
    .map(([date = '', month = '']) => `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);

describe('REP-014: the free days of Monday to Friday, checked by hand from the law', () => {
  test.each([
    [2025, '1/1 6/1 18/4 21/4 1/5 29/5 6/6 20/6 24/12 25/12 26/12 31/12', '1 2 3 4 7', '17/4 30/4 28/5 5/6 31/10'],
    [2026, '1/1 5/1 6/1 3/4 6/4 1/5 14/5 19/6 24/12 25/12 31/12', '1 2 3 6 7', '2/4 30/4 13/5 5/6 30/10'],
    [2027, '1/1 5/1 6/1 26/3 29/3 6/5 25/6 24/12 31/12', '1 2 5 6 7', '25/3 30/4 5/5 5/11'],
  ])('%s', (year, stockholm, july, moreInGothenburg) => {
    const atNoon = (place: Place) => (day: string) => {
      const [stationId, pointId] = STATIONS[place];
      const timeMs = Date.parse(instantOf(`${day}T12:00`, 'Europe/Stockholm') ?? '');
      return chargesBy([{ id: 0, stationId, pointId, timeMs }])[0]?.amount === 0;
    };
    const weekdays = daysOf(year).filter((day) => weekday(day) !== 0 && weekday(day) !== 6);
    const isJuly = (day: string) => day.slice(5, 7) === '07';
    const free = weekdays.filter((day) => !isJuly(day) && atNoon('inner')(day));
    expect(free).toEqual(dates(year, stockholm));
    expect(weekdays.filter((day) => isJuly(day) && !atNoon('inner')(day)).map((day) => Number(day.slice(8)))).toEqual(
      july.split(' ').map(Number),
    );
    const freeInGothenburg = weekdays.filter(atNoon('gothenburg'));
    expect(freeInGothenburg.filter((day) => !isJuly(day))).toEqual([...free, ...dates(year, moreInGothenburg)].toSorted());
    expect(freeInGothenburg.filter(isJuly)).toEqual(weekdays.filter(isJuly));
  });
});
