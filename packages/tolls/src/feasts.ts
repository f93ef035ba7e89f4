import { DAY_MS } from '@spora/calendar/durations';

/** Whose public holidays: Sweden's, Norway's, or those of England and Wales. */
export type Calendar = 'se' | 'no' | 'gb';

/** Days that a law can name, public holidays or not. */
export const FEASTS = [
  'new-years-day',
  'epiphany',
  'maundy-thursday',
  'good-friday',
  'easter-sunday',
  'easter-monday',
  'labour-day',
  'ascension',
  'whit-sunday',
  'whit-monday',
  'constitution-day',
  'national-day',
  'midsummer-day',
  'all-saints',
  'christmas-day',
  'boxing-day',
  'early-may',
  'spring-bank',
  'summer-bank',
] as const;
export type Feast = (typeof FEASTS)[number];

const [MONDAY, SATURDAY] = [1, 6] as const;

/** A calendar day as the number of days since 1970-01-01, without a time zone. */
export const dayNumberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** The year that a day lies in. */
export const yearOf = (dayNumber: number): number => new Date(dayNumber * DAY_MS).getUTCFullYear();

/** The weekday of a day, 1 for Monday to 7 for Sunday (ISO 8601). */
export const weekdayOf = (dayNumber: number): number => ((((dayNumber + 3) % 7) + 7) % 7) + 1;

const on = (year: number, month: number, date: number): number => Date.UTC(year, month - 1, date) / DAY_MS;
/** The first such weekday (0 for Sunday) on a date or after it. */
const firstFrom = (dayNumber: number, weekday: number): number => dayNumber + ((weekday - (weekdayOf(dayNumber) % 7) + 7) % 7);

/** Easter Sunday by the Gregorian calendar (Oudin 1940), as a day number. */
function easterOf(year: number): number {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const k = Math.floor((century - 17) / 25);
  let moon = (century - Math.floor(century / 4) - Math.floor((century - k) / 3) + 19 * golden + 15) % 30;
  moon -= Math.floor(moon / 28) * (1 - Math.floor(moon / 28) * Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  return on(year, 3, 28 + moon - weekday);
}

/** Days of a holiday on a weekend and, in their place, the next weekdays that are not taken (England and Wales). */
function withSubstitutes(days: readonly number[]): number[] {
  const taken = new Set(days);
  for (const day of days) {
    if (weekdayOf(day) < 6) continue;
    let next = day + 1;
    while (weekdayOf(next) >= 6 || taken.has(next)) next++;
    taken.add(next);
  }
  return [...taken];
}

/** Bank holidays of England and Wales that a proclamation moved or added, as gov.uk/bank-holidays lists them. */
const MOVED_SPRING_BANK: Readonly<Record<number, number>> = { 2022: on(2022, 6, 2) };
const ADDED: readonly number[] = [on(2022, 6, 3), on(2022, 9, 19), on(2023, 5, 8)];

/**
 * The days of a year that have a name. Which of them are public holidays differs (`isHoliday`). Sweden: lag (1989:253) om allmänna
 * helgdagar; Norway: lov 24. februar 1995 nr. 12 § 2 and lov 26. april 1947 nr. 1; England and Wales: Banking and Financial Dealings Act
 * 1971, schedule 1, and by proclamation.
 */
function namedDays(year: number): Record<Feast, number> {
  const easter = easterOf(year);
  return {
    'new-years-day': on(year, 1, 1),
    epiphany: on(year, 1, 6),
    'maundy-thursday': easter - 3,
    'good-friday': easter - 2,
    'easter-sunday': easter,
    'easter-monday': easter + 1,
    'labour-day': on(year, 5, 1),
    ascension: easter + 39,
    'whit-sunday': easter + 49,
    'whit-monday': easter + 50,
    'constitution-day': on(year, 5, 17),
    'national-day': on(year, 6, 6),
    'midsummer-day': firstFrom(on(year, 6, 20), SATURDAY),
    'all-saints': firstFrom(on(year, 10, 31), SATURDAY),
    'christmas-day': on(year, 12, 25),
    'boxing-day': on(year, 12, 26),
    'early-may': firstFrom(on(year, 5, 1), MONDAY),
    'spring-bank': MOVED_SPRING_BANK[year] ?? firstFrom(on(year, 5, 25), MONDAY),
    'summer-bank': firstFrom(on(year, 8, 25), MONDAY),
  };
}

const OBSERVED: Readonly<Record<Calendar, readonly Feast[]>> = {
  se: [
    'new-years-day',
    'epiphany',
    'good-friday',
    'easter-sunday',
    'easter-monday',
    'labour-day',
    'ascension',
    'whit-sunday',
    'national-day',
    'midsummer-day',
    'all-saints',
    'christmas-day',
    'boxing-day',
  ],
  no: [
    'new-years-day',
    'maundy-thursday',
    'good-friday',
    'easter-sunday',
    'easter-monday',
    'labour-day',
    'constitution-day',
    'ascension',
    'whit-sunday',
    'whit-monday',
    'christmas-day',
    'boxing-day',
  ],
  gb: ['new-years-day', 'good-friday', 'easter-monday', 'early-may', 'spring-bank', 'summer-bank', 'christmas-day', 'boxing-day'],
};

interface Year {
  readonly named: Record<Feast, number>;
  readonly holidays: Readonly<Record<Calendar, ReadonlySet<number>>>;
}

const years = new Map<number, Year>();

function yearFacts(year: number): Year {
  const known = years.get(year);
  if (known) return known;
  const named = namedDays(year);
  const observed = (calendar: Calendar): number[] => OBSERVED[calendar].map((feast) => named[feast]);
  const british = new Set([
    ...observed('gb'),
    ...withSubstitutes([named['new-years-day']]),
    ...withSubstitutes([named['christmas-day'], named['boxing-day']]),
    ...ADDED,
  ]);
  const made = { named, holidays: { se: new Set(observed('se')), no: new Set(observed('no')), gb: british } };
  years.set(year, made);
  return made;
}

/** Whether a day is a public holiday; Sundays are none by themselves. */
export const isHoliday = (calendar: Calendar, dayNumber: number): boolean =>
  yearFacts(yearOf(dayNumber)).holidays[calendar].has(dayNumber);

/** The day of a feast in a year. */
export const dayOfFeast = (feast: Feast, year: number): number => yearFacts(year).named[feast];
