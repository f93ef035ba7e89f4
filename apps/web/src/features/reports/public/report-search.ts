import { monthAfter, monthSpan } from '@spora/calendar/days';
import { BULK_MAX } from '@spora/contract/limits';

/** What the address of a report holds of its period, units and drivers (NAV-037); what is as usual is left out. */
export interface ReportSearch {
  /** Months as `yyyy-MM`, both ends included. */
  readonly from?: string;
  readonly to?: string;
  /** IMEIs and ids with commas between, by the names that the log has for them. */
  readonly unit?: string;
  readonly drivers?: string;
}
export const NO_FILTERS = { unit: undefined, drivers: undefined } as const;
export const hasFilters = ({ unit, drivers }: ReportSearch): boolean => unit !== undefined || drivers !== undefined;
export const filterCount = ({ unit, drivers }: ReportSearch): number =>
  Number(unit !== undefined) + Number(drivers !== undefined);
export const idsOf = (list: string | undefined): string[] => (list ? list.split(',') : []);

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH.test(value);

/** A single one may have been read as a number. */
const listOf = (value: unknown, pattern: RegExp): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const good = [...new Set(String(value).split(','))].filter((each) => pattern.test(each)).slice(0, BULK_MAX);
  return good.length === 0 ? undefined : good.join(',');
};

/** Reads the address; what makes no sense in it counts as left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { from, to } = search;
  const unit = listOf(search['unit'], /^\d{15}$/);
  const drivers = listOf(search['drivers'], /^[1-9]\d{0,8}$/);
  return {
    ...(isMonth(from) ? { from } : {}),
    ...(isMonth(to) ? { to } : {}),
    ...(unit ? { unit } : {}),
    ...(drivers ? { drivers } : {}),
  };
}

/** The days, units and drivers that a report is asked for. */
export function askedOf(search: ReportSearch, today: string) {
  const { from, to } = monthsAsked(search, today);
  const imeis = idsOf(search.unit);
  const driverIds = idsOf(search.drivers).map(Number);
  return {
    from: `${from}-01`,
    to: lastDay(to),
    ...(imeis.length > 0 ? { imeis } : {}),
    ...(driverIds.length > 0 ? { driver_ids: driverIds } : {}),
  };
}

const lastDay = (month: string): string => monthSpan(month).to;

/** REP-002: the months asked for, at most twelve; without any the year so far. `today` is a day of the account. */
export function monthsAsked(search: ReportSearch, today: string): { from: string; to: string } {
  const now = today.slice(0, 7);
  const to = search.to ?? (search.from ? monthAfter(search.from, 11) : now);
  const last = to > now ? now : to;
  const first = search.from ?? `${last.slice(0, 4)}-01`;
  const earliest = monthAfter(last, -11);
  return { from: first > last ? last : first < earliest ? earliest : first, to: last };
}

/** The months that can be chosen, the newest first: three years back. */
export const monthChoices = (today: string): string[] => Array.from({ length: 36 }, (_, i) => monthAfter(today.slice(0, 7), -i));

/** The days of a month or of all of the months, for the log that a figure was counted from. */
export const daysOf = (months: readonly string[]): { from: string; to: string } => ({
  from: `${months[0] ?? ''}-01`,
  to: lastDay(months.at(-1) ?? ''),
});
