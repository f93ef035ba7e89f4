import { endOfMonth, endOfWeek, parseDate, startOfWeek } from '@internationalized/date';
import { DAY_MS } from './durations.ts';

/** Days from `from` to `to`, both counted, as `YYYY-MM-DD`. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** A locale whose week begins on Monday (ISO 8601), as it does in every account (I18N-007). */
const MONDAY_FIRST = 'sv-SE';

const firstOf = (month: string): string => `${month}-01`;

/** The month (`YYYY-MM`) of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The day so many days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string => parseDate(day).add({ days }).toString();

/** The same day of the month so many months later; the last day of a shorter month (31 January + 1 = 28 or 29 February). */
export const addMonths = (day: string, months: number): string => parseDate(day).add({ months }).toString();

/** The month (`YYYY-MM`) so many months later. */
export const monthAfter = (month: string, months: number): string => monthOf(addMonths(firstOf(month), months));

/** Days from one day to another: 0 for the same, negative when `to` is before `from`. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Days of a span, both ends counted. */
export const daysCovered = (from: string, to: string): number => daysBetween(from, to) + 1;

/** All days of a month (`YYYY-MM`). */
export const monthSpan = (month: string): DaySpan => ({
  from: firstOf(month),
  to: endOfMonth(parseDate(firstOf(month))).toString(),
});

/** The calendar month before the one that `day` lies in. */
export const previousMonth = (day: string): DaySpan => monthSpan(monthAfter(monthOf(day), -1));

/** Monday to Sunday of the week that a day lies in. */
export const weekSpan = (day: string): DaySpan => ({
  from: startOfWeek(parseDate(day), MONDAY_FIRST).toString(),
  to: endOfWeek(parseDate(day), MONDAY_FIRST).toString(),
});

/** DEC-44: whether a period goes no further than the same day of the month so many months after its first day. */
export const isWithinMonths = (from: string, to: string, months: number): boolean => to <= addMonths(from, months);

/** Week of the year by ISO 8601. */
export function weekNumber(monday: string): number {
  const thursday = new Date(Date.parse(monday) + 3 * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
}
