import { monthAfter, monthSpan } from '@spora/calendar/days';
import { BULK_MAX } from '@spora/contract/limits';
import { joinList, splitList } from '../../trips/public/trip-search.ts';
import type { ReportFilter } from '../report-queries.ts';

/** What the rows of a report are of. */
export const GROUPS = ['unit', 'driver'] as const;
export type Group = (typeof GROUPS)[number];

/** What the address of a report holds of its rows, period, units and drivers (NAV-037); what is as usual is left out. */
export interface ReportSearch {
  readonly group?: Group;
  /** Months as `yyyy-MM`, both ends included. */
  readonly from?: string;
  readonly to?: string;
  /** IMEIs and ids with commas between, by the names that the log has for them. */
  readonly unit?: string;
  readonly drivers?: string;
  /** Names, as `joinList` writes them. */
  readonly departments?: string;
}

export const NO_FILTERS = { unit: undefined, drivers: undefined, departments: undefined } as const;
export const filterCount = ({ unit, drivers, departments }: ReportSearch): number =>
  [unit, drivers, departments].filter((each) => each !== undefined).length;
export const hasFilters = (search: ReportSearch): boolean => filterCount(search) > 0;
export const idsOf = (list: string | undefined): string[] => (list ? list.split(',') : []);

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const isMonth = (value: unknown): value is string => typeof value === 'string' && MONTH.test(value);

/** A single one may have been read as a number. */
const listOf = (value: unknown, pattern: RegExp): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const good = [...new Set(String(value).split(','))].filter((each) => pattern.test(each)).slice(0, BULK_MAX);
  return good.length === 0 ? undefined : good.join(',');
};

/** A name of digits alone may have been read as a number. */
const namesOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number'
    ? joinList([...new Set(splitList(String(value)))].slice(0, BULK_MAX))
    : undefined;

/** Reads the address; what makes no sense in it counts as left out. */
export function readReportSearch(search: Record<string, unknown>): ReportSearch {
  const { group, from, to } = search;
  const unit = listOf(search['unit'], /^\d{15}$/);
  const drivers = listOf(search['drivers'], /^[1-9]\d{0,8}$/);
  const departments = namesOf(search['departments']);
  return {
    ...(group === 'driver' ? { group } : {}),
    ...(isMonth(from) ? { from } : {}),
    ...(isMonth(to) ? { to } : {}),
    ...(unit ? { unit } : {}),
    ...(drivers ? { drivers } : {}),
    ...(departments ? { departments } : {}),
  };
}

/** What a report's file, mail or run is asked for. */
export function filterOf(search: ReportSearch, today: string): ReportFilter {
  const { from, to } = monthsAsked(search, today);
  return {
    from: `${from}-01`,
    to: lastDay(to),
    group_by: search.group ?? 'unit',
    imeis: idsOf(search.unit),
    driver_ids: idsOf(search.drivers).map(Number),
    departments: splitList(search.departments),
  };
}

/** The days, units and drivers that a report is asked for. */
export function askedOf(search: ReportSearch, today: string) {
  const { from, to, imeis, driver_ids, departments } = filterOf(search, today);
  return {
    from,
    to,
    ...(imeis.length > 0 ? { imeis: [...imeis] } : {}),
    ...(driver_ids.length > 0 ? { driver_ids: [...driver_ids] } : {}),
    ...(departments.length > 0 ? { departments: [...departments] } : {}),
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

/**
 * The months after the first or the last of them was chosen anew: the other one moves along where they would be in the wrong order or more than
 * twelve. `moved` is the one that did.
 */
export function monthsChosen(
  chosen: { readonly from: string } | { readonly to: string },
  before: { readonly from: string; readonly to: string },
  today: string,
): { from: string; to: string; moved: 'from' | 'to' | null } {
  if ('from' in chosen) {
    const { from } = chosen;
    const now = today.slice(0, 7);
    const latest = monthAfter(from, 11);
    const most = latest > now ? now : latest;
    const to = before.to < from ? from : before.to > most ? most : before.to;
    return { from, to, moved: to === before.to ? null : 'to' };
  }
  const earliest = monthAfter(chosen.to, -11);
  const from = before.from > chosen.to ? chosen.to : before.from < earliest ? earliest : before.from;
  return { from, to: chosen.to, moved: from === before.from ? null : 'from' };
}

/** The spans that are asked for most. */
export function usualSpans(today: string): {
  key:
    'PeriodThisMonth' | 'PeriodLastMonth' | 'SummaryThreeMonths' | 'SummaryThisYear' | 'SummaryTwelveMonths' | 'SummaryLastYear';
  from: string;
  to: string;
}[] {
  const now = today.slice(0, 7);
  const last = monthAfter(now, -1);
  const year = Number(now.slice(0, 4));
  return [
    { key: 'PeriodThisMonth', from: now, to: now },
    { key: 'PeriodLastMonth', from: last, to: last },
    { key: 'SummaryThreeMonths', from: monthAfter(now, -2), to: now },
    { key: 'SummaryThisYear', from: `${year}-01`, to: now },
    { key: 'SummaryTwelveMonths', from: monthAfter(now, -11), to: now },
    { key: 'SummaryLastYear', from: `${year - 1}-01`, to: `${year - 1}-12` },
  ];
}

/** The months that can be chosen, the newest first: three years back. */
export const monthChoices = (today: string): string[] => Array.from({ length: 36 }, (_, i) => monthAfter(today.slice(0, 7), -i));

/** The days of a month or of all of the months, for the log that a figure was counted from. */
export const daysOf = (months: readonly string[]): { from: string; to: string } => ({
  from: `${months[0] ?? ''}-01`,
  to: lastDay(months.at(-1) ?? ''),
});
