import { fixed } from './fixed.ts';
import { inThousands } from './in-thousands.ts';
import { type Language, LANGUAGE_FACTS } from './languages.ts';

/** Between a number and its unit. */
const UNIT_SPACE = '\u00a0';
/** One nautical mile, by definition. */
export const NAUTICAL_MILE_M = 1852;
const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** How old something is, in the largest unit that is not zero; the caller has the words. */
export type Age = { unit: 'now' } | { unit: 'minutes' | 'hours' | 'days'; count: number };

/**
 * Every date, time and number that a person reads, on screens, in mail, exports and PDF alike (I18N-010, I18N-011).
 * Instants are ISO texts, epoch milliseconds or dates; days are `yyyy-MM-dd`.
 */
export interface Format {
  readonly language: Language;
  readonly timeZone: string;
  /** `yyyy-MM-dd` in the zone. */
  readonly day: (instant: Instant) => string;
  /** `HH:mm` in the zone. */
  readonly time: (instant: Instant) => string;
  /** `yyyy-MM-dd HH:mm` in the zone. */
  readonly dateTime: (instant: Instant) => string;
  /** `HH:mm` of the day that it is `now`, else `yyyy-MM-dd HH:mm`: since when something is so. */
  readonly moment: (instant: Instant, now: Instant) => string;
  /** `yyyy-MM-dd HH:mm:ss` in the zone. */
  readonly exactTime: (instant: Instant) => string;
  /** `lördag 21 november` for `2026-11-21`; the year is added when it is not that of `today`. */
  readonly longDay: (day: string, today?: string) => string;
  /** `21 nov.` for `2026-11-21`: beside days that are told with their year. */
  readonly shortDay: (day: string) => string;
  /** `21 nov. 17:45` in the zone. */
  readonly shortMoment: (instant: Instant) => string;
  /** `oktober 2026` for `2026-10`. */
  readonly month: (month: string) => string;
  /** From the first to the last of months, the year once where it is one: `januari–november 2026`. */
  readonly months: (from: string, to: string) => string;
  /** `lör` for `2026-11-21`. */
  readonly weekday: (day: string) => string;
  /** `1 204,5`; half of the last decimal away from zero. */
  readonly number: (value: number, decimals?: number) => string;
  /** Metres as `1 204,5 km`; from 1,000 km without the decimal. */
  readonly km: (metres: number) => string;
  /** `42 min`, `3 h 05 min`, `2 t` in Norwegian, from a day on without minutes: `1 dygn 19 h`. Under a minute is one minute, as nobody drives for none. */
  readonly duration: (seconds: number) => string;
  /** How long something was driven, which is compared with working hours and so never told in days: `130 h 05 min`, from 1,000 hours on without minutes. */
  readonly driven: (seconds: number) => string;
  /** What hours are counted in: `h`, `t` in Norwegian. */
  readonly hourUnit: string;
  /** Of a meter, never as days: `1 577,5 h`; of whole hours without the decimal. */
  readonly hours: (hours: number, decimals?: number) => string;
  /** How people write kilometres an hour: `km/h`, `km/t` in Norwegian. */
  readonly speedUnit: string;
  /** `7 km/h`. */
  readonly speed: (kmh: number) => string;
  /** Metres as nautical miles, `12,3 nm`: what charts and logs at sea have; from 1,000 without the decimal. */
  readonly nauticalMiles: (metres: number) => string;
  /** km/h as knots, `6,5 kn`. */
  readonly knots: (kmh: number) => string;
  /** `1 204,50 NOK`: the currency is the amount's own, never that of the language, and nothing is converted (DEC-53). */
  readonly money: (amount: number, currency: string) => string;
  /** `2,5` of `2.5` as it was stored or typed elsewhere; 0 for anything but digits and one separator (I18N-006, DEC-55). */
  readonly decimal: (text: string) => string;
}
export type Instant = string | number | Date;

const two = (value: number): string => String(value).padStart(2, '0');

/** Age in whole units; an instant in the future counts as now. */
export function ageOf(instant: Instant, now: Instant): Age {
  const seconds = (new Date(now).getTime() - new Date(instant).getTime()) / 1000;
  if (seconds < MINUTE_S) return { unit: 'now' };
  if (seconds < HOUR_S) return { unit: 'minutes', count: Math.floor(seconds / MINUTE_S) };
  if (seconds < DAY_S) return { unit: 'hours', count: Math.floor(seconds / HOUR_S) };
  return { unit: 'days', count: Math.floor(seconds / DAY_S) };
}

/** Whether the running engine knows an IANA zone; unknown names come from old browsers and broken settings. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * DEC-53: where no account is known, on public pages, prices are in SEK, or in NOK in Norwegian. Elsewhere every amount carries
 * its currency, and a new one takes the account's.
 */
export const publicCurrency = (language: Language): 'SEK' | 'NOK' => LANGUAGE_FACTS[language].publicCurrency;

/** By language and zone, for as long as the program runs. */
const made = new Map<string, Format>();
/** All zones in all languages are fewer; what is spelled in more ways than that is made anew. */
const KEPT_MOST = 2_000;

/**
 * The formatter of one language and one IANA zone; an unknown zone falls back to UTC. Always the same one: it takes a millisecond or more
 * to make, and each row of a table asks for it.
 */
export function createFormat(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = makeFormat(language, isTimeZone(timeZone) ? timeZone : 'UTC');
  if (made.size < KEPT_MOST) made.set(key, format);
  return format;
}

function makeFormat(language: Language, zone: string): Format {
  const { locale, decimalSign, hour, day: dayWord, speed: speedUnit } = LANGUAGE_FACTS[language];
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  const dayName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  const dayNameWithYear = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const shortDayName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const shortDay = (day: string): string => shortDayName.format(new Date(`${day}T12:00:00Z`)).replaceAll(' ', UNIT_SPACE);
  const middleOf = (month: string): Date => new Date(`${month}-15T12:00:00Z`);
  const monthName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const weekdayName = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' });

  const local = (instant: Instant): string => clock.format(new Date(instant));
  const number = (value: number, decimals = 0): string => {
    const [whole = '0', fraction] = fixed(Math.abs(value), decimals).split('.');
    const isZero = Number(whole) === 0 && Number(fraction ?? 0) === 0;
    const sign = value < 0 && !isZero ? '\u2212' : '';
    return sign + inThousands(whole) + (fraction ? decimalSign + fraction : '');
  };

  return {
    language,
    timeZone: zone,
    day: (instant) => local(instant).slice(0, 10),
    time: (instant) => local(instant).slice(11, 16),
    dateTime: (instant) => local(instant).slice(0, 16),
    moment: (instant, now) => local(instant).slice(local(instant).slice(0, 10) === local(now).slice(0, 10) ? 11 : 0, 16),
    exactTime: (instant) => local(instant),
    longDay: (day, today) =>
      (today && day.slice(0, 4) !== today.slice(0, 4) ? dayNameWithYear : dayName).format(new Date(`${day}T12:00:00Z`)),
    shortDay,
    shortMoment: (instant) => `${shortDay(local(instant).slice(0, 10))} ${local(instant).slice(11, 16)}`,
    month: (month) => monthName.format(middleOf(month)),
    months: (from, to) => monthName.formatRange(middleOf(from), middleOf(to)),
    weekday: (day) => weekdayName.format(new Date(`${day}T12:00:00Z`)).replace(/\.$/, ''),
    number,
    driven: (seconds) => {
      const minutes = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / MINUTE_S));
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      const inMinutes = (text: string): string => `${text}${UNIT_SPACE}min`;
      if (hours === 0) return inMinutes(`${rest}`);
      if (hours >= 1000) return `${number(Math.round(minutes / 60))}${UNIT_SPACE}${hour}`;
      return `${hours}${UNIT_SPACE}${hour}${rest === 0 ? '' : ` ${inMinutes(two(rest))}`}`;
    },
    km: (metres) => `${number(metres / 1000, Math.abs(metres) >= 999_950 ? 0 : 1)}${UNIT_SPACE}km`,
    duration: (seconds) => {
      const minutes = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / MINUTE_S));
      const hours = Math.floor(minutes / 60);
      const of = (count: string | number, unit: string): string => `${count}${UNIT_SPACE}${unit}`;
      if (hours === 0) return of(minutes, 'min');
      const and = (text: string, count: number, rest: string): string => (count === 0 ? text : `${text} ${rest}`);
      if (hours < 24) return and(of(hours, hour), minutes % 60, of(two(minutes % 60), 'min'));
      return and(of(number(Math.floor(hours / 24)), dayWord), hours % 24, of(hours % 24, hour));
    },
    hourUnit: hour,
    hours: (hours, decimals = Number.isInteger(hours) ? 0 : 1) => `${number(hours, decimals)}${UNIT_SPACE}${hour}`,
    speedUnit,
    speed: (kmh) => `${number(kmh)}${UNIT_SPACE}${speedUnit}`,
    nauticalMiles: (metres) => {
      const miles = metres / NAUTICAL_MILE_M;
      return `${number(miles, Math.abs(miles) >= 999.95 ? 0 : 1)}${UNIT_SPACE}nm`;
    },
    knots: (kmh) => `${number(kmh / (NAUTICAL_MILE_M / 1000), 1)}${UNIT_SPACE}kn`,
    money: (amount, currency) => `${number(amount, 2)}${UNIT_SPACE}${currency}`,
    decimal: (text) => (/^\d+([.,]\d+)?$/.test(text) ? text.replace(/[.,]/, decimalSign) : '0'),
  };
}
