import { monthAfter, monthSpan } from '@spora/calendar/days';
import { BULK_MAX } from '@spora/contract/limits';

/** The months of a report, as its address holds them: `yyyy-MM`, both ends included. */
export interface MonthSearch {
  readonly from?: string;
  readonly to?: string;
}

/** What a list in an address names. */
export const idsOf = (list: string | undefined): string[] => (list ? list.split(',') : []);

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
/** A month as `yyyy-MM`. */
export const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH.test(value);

/** IMEIs or ids with commas between; a single one may have been read as a number. What does not fit is left out. */
export const listOf = (value: unknown, pattern: RegExp): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const good = [...new Set(String(value).split(','))].filter((each) => pattern.test(each)).slice(0, BULK_MAX);
  return good.length === 0 ? undefined : good.join(',');
};

export const lastDay = (month: string): string => monthSpan(month).to;

/** REP-002: the months asked for, at most twelve; without any the year so far. `today` is a day of the account. */
export function monthsAsked(search: MonthSearch, today: string): { from: string; to: string } {
  const now = today.slice(0, 7);
  const to = search.to ?? (search.from ? monthAfter(search.from, 11) : now);
  const last = to > now ? now : to;
  const first = search.from ?? `${last.slice(0, 4)}-01`;
  const earliest = monthAfter(last, -11);
  return { from: first > last ? last : first < earliest ? earliest : first, to: last };
}

/** The months that can be chosen, the newest first: three years back. */
export const monthChoices = (today: string): string[] => Array.from({ length: 36 }, (_, i) => monthAfter(today.slice(0, 7), -i));
