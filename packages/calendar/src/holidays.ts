import { DAY_MS } from './durations.ts';

/** TRIP-036: the holidays that the program knows; each has a text `Holiday_...`. */
export const HOLIDAY_NAMES = [
  'new-years-day',
  'epiphany',
  'maundy-thursday',
  'good-friday',
  'easter-sunday',
  'easter-monday',
  'labour-day',
  'early-may',
  'constitution-day',
  'ascension',
  'whit-sunday',
  'whit-monday',
  'spring-bank',
  'national-day',
  'midsummer-eve',
  'midsummer-day',
  'summer-bank',
  'all-saints',
  'christmas-eve',
  'christmas-day',
  'boxing-day',
  'new-years-eve',
  'jubilee',
  'state-funeral',
  'coronation',
] as const;
export type HolidayName = (typeof HOLIDAY_NAMES)[number];

/** Whose public holidays: Sweden's, Norway's, or those of England and Wales. */
export type HolidayCountry = 'se' | 'no' | 'gb';

export interface Holiday {
  readonly name: HolidayName;
  /** `eve`: no public holiday by law, but free as a Sunday is; `substitute`: a weekday in place of a holiday on a weekend. */
  readonly kind: 'public' | 'eve' | 'substitute';
}

const [SUNDAY, MONDAY, SATURDAY] = [0, 1, 6] as const;

/** A calendar day as the number of days since 1970-01-01, without a time zone. */
export const dayNumberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
/** The inverse of `dayNumberOf`: `YYYY-MM-DD`. */
export const dayOfNumber = (dayNumber: number): string => new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);

const on = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / DAY_MS;
/** The year that a day number lies in. */
export const yearOf = (dayNumber: number): number => new Date(dayNumber * DAY_MS).getUTCFullYear();
const weekdayOf = (dayNumber: number): number => new Date(dayNumber * DAY_MS).getUTCDay();
/** The first such weekday on a date or after it. */
const firstFrom = (dayNumber: number, weekday: number): number => dayNumber + ((weekday - weekdayOf(dayNumber) + 7) % 7);

/**
 * Easter Sunday by the Gregorian calendar, as a day number: the "anonymous" algorithm (Nature, 20 April 1876) as New Scientist of 30
 * March 1961 has it, right for every year from 1583.
 */
export function easterOf(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const n = h + l - 7 * m;
  const month = Math.floor((n + 90) / 25);
  return on(year, month, (n + 33 * month + 19) % 32);
}

type Listed = readonly [dayNumber: number, name: HolidayName, kind?: Holiday['kind']];

/**
 * Sweden. Public holidays: lag (1989:253) om allmänna helgdagar, in which 6 June took the place of Whit Monday from 2005 (SFS
 * 2004:1320). Midsummer Eve, Christmas Eve and New Year's Eve are none, but semesterlagen (1977:480) 3 a § counts them as Sundays,
 * and hardly anybody works on them.
 */
function swedish(year: number): Listed[] {
  const easter = easterOf(year);
  const midsummer = firstFrom(on(year, 6, 20), SATURDAY);
  return [
    [on(year, 1, 1), 'new-years-day'],
    [on(year, 1, 6), 'epiphany'],
    [easter - 2, 'good-friday'],
    [easter, 'easter-sunday'],
    [easter + 1, 'easter-monday'],
    [on(year, 5, 1), 'labour-day'],
    [easter + 39, 'ascension'],
    [easter + 49, 'whit-sunday'],
    year >= 2005 ? [on(year, 6, 6), 'national-day'] : [easter + 50, 'whit-monday'],
    [midsummer - 1, 'midsummer-eve', 'eve'],
    [midsummer, 'midsummer-day'],
    [firstFrom(on(year, 10, 31), SATURDAY), 'all-saints'],
    [on(year, 12, 24), 'christmas-eve', 'eve'],
    [on(year, 12, 25), 'christmas-day'],
    [on(year, 12, 26), 'boxing-day'],
    [on(year, 12, 31), 'new-years-eve', 'eve'],
  ];
}

/**
 * Norway: lov 24. februar 1995 nr. 12 om helligdager og helligdagsfred § 2; 1 and 17 May by lov 26. april 1947 nr. 1. The eves are
 * working days there until three in the afternoon (arbeidsmiljøloven § 10-10), so they are none of these.
 */
function norwegian(year: number): Listed[] {
  const easter = easterOf(year);
  return [
    [on(year, 1, 1), 'new-years-day'],
    [easter - 3, 'maundy-thursday'],
    [easter - 2, 'good-friday'],
    [easter, 'easter-sunday'],
    [easter + 1, 'easter-monday'],
    [on(year, 5, 1), 'labour-day'],
    [on(year, 5, 17), 'constitution-day'],
    [easter + 39, 'ascension'],
    [easter + 49, 'whit-sunday'],
    [easter + 50, 'whit-monday'],
    [on(year, 12, 25), 'christmas-day'],
    [on(year, 12, 26), 'boxing-day'],
  ];
}

/** Bank holidays since 2020 that a proclamation moved: VE Day in 2020, the Platinum Jubilee in 2022. */
const EARLY_MAY_MOVED: Readonly<Record<number, number>> = { 2020: on(2020, 5, 8) };
const SPRING_MOVED: Readonly<Record<number, number>> = { 2022: on(2022, 6, 2) };
/** Bank holidays that a proclamation added, as gov.uk/bank-holidays lists them. */
const ADDED: readonly Listed[] = [
  [on(2022, 6, 3), 'jubilee'],
  [on(2022, 9, 19), 'state-funeral'],
  [on(2023, 5, 8), 'coronation'],
];

/** The days themselves, and for each of them on a weekend the next weekday that is not taken yet. */
function substituted(feasts: readonly (readonly [dayNumber: number, name: HolidayName])[]): Listed[] {
  const taken = new Set(feasts.map(([day]) => day));
  const substitutes = feasts.flatMap(([day, name]): Listed[] => {
    if (weekdayOf(day) !== SATURDAY && weekdayOf(day) !== SUNDAY) return [];
    let next = day + 1;
    while (weekdayOf(next) === SATURDAY || weekdayOf(next) === SUNDAY || taken.has(next)) next++;
    taken.add(next);
    return [[next, name, 'substitute']];
  });
  return [...feasts, ...substitutes];
}

/**
 * Great Britain, as England and Wales have it: Banking and Financial Dealings Act 1971, schedule 1, with the days by proclamation (the
 * early May holiday since 1978, New Year's Day since 1974, and substitutes); Good Friday and Christmas Day by common law. Scotland and
 * Northern Ireland differ in a few days, which their accounts set themselves.
 */
function british(year: number): Listed[] {
  const easter = easterOf(year);
  return [
    ...substituted([[on(year, 1, 1), 'new-years-day']]),
    [easter - 2, 'good-friday'],
    [easter + 1, 'easter-monday'],
    [EARLY_MAY_MOVED[year] ?? firstFrom(on(year, 5, 1), MONDAY), 'early-may'],
    [SPRING_MOVED[year] ?? firstFrom(on(year, 5, 25), MONDAY), 'spring-bank'],
    [firstFrom(on(year, 8, 25), MONDAY), 'summer-bank'],
    ...substituted([
      [on(year, 12, 25), 'christmas-day'],
      [on(year, 12, 26), 'boxing-day'],
    ]),
    ...ADDED.filter(([day]) => dayOfNumber(day).startsWith(String(year))),
  ];
}

const LISTS: Readonly<Record<HolidayCountry, (year: number) => Listed[]>> = { se: swedish, no: norwegian, gb: british };
const known = new Map<string, ReadonlyMap<number, Holiday>>();

/** The holidays of a year in a country, by day number, in order. Computed once for a country and a year. */
export function holidaysOf(country: HolidayCountry, year: number): ReadonlyMap<number, Holiday> {
  const key = `${country} ${year}`;
  const before = known.get(key);
  if (before) return before;
  const made = new Map<number, Holiday>();
  // Two holidays may fall on one day (17 May 2027 is Whit Monday): the first of the list names it.
  for (const [day, name, kind = 'public'] of LISTS[country](year).sort((a, b) => a[0] - b[0]))
    if (!made.has(day)) made.set(day, { name, kind });
  known.set(key, made);
  return made;
}

/** Whether a day is a public holiday of a country, or stands in for one; eves are none, nor are Sundays by themselves. */
export function isPublicHoliday(country: HolidayCountry, dayNumber: number): boolean {
  const holiday = holidaysOf(country, yearOf(dayNumber)).get(dayNumber);
  return holiday !== undefined && holiday.kind !== 'eve';
}

const named = new Map<number, ReadonlyMap<HolidayName, number>>();

/** The day of a year, as a number, on which a holiday falls in any country, also where it is none; undefined in a year without it. */
export function dayOfHoliday(name: HolidayName, year: number): number | undefined {
  let days = named.get(year);
  if (!days) {
    const listed = Object.values(LISTS).flatMap((list) => list(year));
    days = new Map(listed.filter(([, , kind]) => kind !== 'substitute').map(([day, each]) => [each, day]));
    named.set(year, days);
  }
  return days.get(name);
}
