import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { InputOf } from '@spora/contract/endpoint-map';

export const PERIODS = ['today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'custom'] as const;
export type Period = (typeof PERIODS)[number];
export const TYPES = ['business', 'private', 'other'] as const;
export type TripType = (typeof TYPES)[number];
export const PAGE_SIZES = [100, 500] as const;
const DEFAULT_PERIOD: Period = 'this-month';

/** What the address holds (NAV-037); what is as usual is left out. */
export interface TripSearch {
  readonly period?: Period;
  /** Days, of a custom period only. */
  readonly from?: string;
  readonly to?: string;
  readonly unit?: string;
  readonly type?: TripType;
  readonly q?: string;
  readonly page?: number;
  readonly rows?: number;
  /** The trip whose details are open. */
  readonly trip?: number;
}

/** Days as `yyyy-MM-dd`, both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value) && toDay(toDate(value)) === value;
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));
const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value);

/** Calendar arithmetic on days without a zone. */
export function addDays(day: string, count: number): string {
  const date = toDate(day);
  date.setUTCDate(date.getUTCDate() + count);
  return toDay(date);
}

const startOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
/** Monday (I18N-007). */
const startOfWeek = (day: string): string => addDays(day, -((toDate(day).getUTCDay() + 6) % 7));

/** The same day of the month that many months later, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const first = toDate(startOfMonth(day));
  first.setUTCMonth(first.getUTCMonth() + count);
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(Number(day.slice(8)), last));
  return toDay(first);
}

/** The last day that a period which starts on `from` may have (DEC-44). */
export const latestEnd = (from: string): string => addDays(addMonths(from, LOG_MAX_MONTHS), -1);

/** Reads an address that anybody may have typed: what is not understood is left out. */
export function readTripSearch(raw: Record<string, unknown>): TripSearch {
  const period = isOneOf(PERIODS, raw['period']) ? raw['period'] : undefined;
  const from = isDay(raw['from']) ? raw['from'] : undefined;
  const to = isDay(raw['to']) ? raw['to'] : undefined;
  const isSpan = period === 'custom' && from !== undefined && to !== undefined && from <= to;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value.trim() ? value.slice(0, 100) : undefined;
  const count = (value: unknown): number | undefined =>
    /^\d{1,9}$/.test(String(value)) && Number(value) > 0 ? Number(value) : undefined;
  const page = count(raw['page']);
  const rows = count(raw['rows']);
  const search: TripSearch = {
    period: period === 'custom' && !isSpan ? undefined : period,
    from: isSpan ? from : undefined,
    to: isSpan ? (to > latestEnd(from) ? latestEnd(from) : to) : undefined,
    unit: /^\d{15}$/.test(String(raw['unit'])) ? String(raw['unit']) : undefined,
    type: isOneOf(TYPES, raw['type']) ? raw['type'] : undefined,
    q: text(raw['q']),
    page: page === 1 ? undefined : page,
    rows: rows === PAGE_SIZES[1] ? rows : undefined,
    trip: count(raw['trip']),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

export const periodOf = (search: TripSearch): Period => search.period ?? DEFAULT_PERIOD;

/** The days of a period, counted from the account's today. */
export function rangeOf(search: TripSearch, today: string): DayRange {
  switch (periodOf(search)) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this-week':
      return { from: startOfWeek(today), to: addDays(startOfWeek(today), 6) };
    case 'last-week':
      return { from: addDays(startOfWeek(today), -7), to: addDays(startOfWeek(today), -1) };
    case 'this-month':
      return { from: startOfMonth(today), to: addDays(addMonths(startOfMonth(today), 1), -1) };
    case 'last-month':
      return { from: addMonths(startOfMonth(today), -1), to: addDays(startOfMonth(today), -1) };
    case 'custom':
      return search.from && search.to ? { from: search.from, to: search.to } : { from: addDays(today, -6), to: today };
  }
}

/** Whether anything but the period narrows the log. */
export const hasFilters = (search: TripSearch): boolean => Boolean(search.unit ?? search.type ?? search.q);

export function tripsInput(search: TripSearch, today: string): InputOf<'trips.generate'> {
  return {
    body: {
      ...rangeOf(search, today),
      imeis: search.unit ? [search.unit] : [],
      types: search.type ? [search.type] : [],
      search: search.q ?? '',
      page: search.page ?? 1,
      page_size: search.rows ?? PAGE_SIZES[0],
    },
  };
}
