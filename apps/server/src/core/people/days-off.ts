import { dayNumberOf, dayOfNumber, holidaysOf, yearOf } from '@spora/calendar/holidays';
import { COUNTRIES, type CountryCode } from '@spora/contract/countries';
import { DAYS_OFF_YEARS_AHEAD } from '@spora/contract/days-off/endpoints';
import { SETTINGS_PAST_DAYS } from '@spora/contract/units/values';

/** What an account settled of a day, and since when: true a day off, false a working day, null as its country has it. */
export interface DayChoice {
  readonly fromMs: number;
  readonly isOff: boolean | null;
}

/** Which days are off in an account. The choices of a day are in order of time. */
export interface DaysOff {
  /** Null: no country is known, no day is off by itself. */
  readonly country: CountryCode | null;
  readonly choices: ReadonlyMap<number, readonly DayChoice[]>;
}

export const NO_DAYS_OFF: DaysOff = { country: null, choices: new Map() };

/** Days off from what is stored; `country` is ISO 3166 in any case. */
export function readDaysOff(
  country: string,
  stored: readonly { readonly day: string; readonly fromMs: number; readonly isOff: boolean | null }[],
): DaysOff {
  const choices = new Map<number, DayChoice[]>();
  for (const { day, fromMs, isOff } of stored) {
    const list = choices.get(dayNumberOf(day)) ?? [];
    choices.set(
      dayNumberOf(day),
      [...list, { fromMs, isOff }].sort((a, b) => a.fromMs - b.fromMs),
    );
  }
  return { country: COUNTRIES.find(({ code }) => code === country.toLowerCase())?.code ?? null, choices };
}

/** The days off if this were settled of a day (`YYYY-MM-DD`), for all time; null as the country has it. */
export const withChoice = ({ country, choices }: DaysOff, day: string, isOff: boolean | null): DaysOff => ({
  country,
  choices: new Map(choices).set(dayNumberOf(day), [{ fromMs: -Infinity, isOff }]),
});

/** Whether a day is off, by what was settled of it until `atMs`. */
export function isDayOff({ country, choices }: DaysOff, dayNumber: number, atMs: number): boolean {
  const chosen = choices.get(dayNumber)?.findLast(({ fromMs }) => fromMs <= atMs)?.isOff ?? null;
  if (chosen !== null) return chosen;
  return country !== null && holidaysOf(country, yearOf(dayNumber)).has(dayNumber);
}

/** The days that can be changed: as far back as settings of a unit, and some years ahead. `today` as `YYYY-MM-DD`. */
export const openDays = (today: string): { first: string; last: string } => ({
  first: dayOfNumber(dayNumberOf(today) - SETTINGS_PAST_DAYS),
  last: `${Number(today.slice(0, 4)) + DAYS_OFF_YEARS_AHEAD}-12-31`,
});
