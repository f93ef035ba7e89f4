import { monthAfter, monthSpan } from '@spora/calendar/days';
import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { BULK_MAX } from '@spora/contract/limits';
import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import { TRIP_TYPES, type TripType } from '@spora/contract/units/endpoints';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import type { ReportFilter } from './report-queries.ts';

export type SummaryReport = DataOf<'reports.summary'>;
export type SummaryRow = SummaryReport['rows'][number];

export const MEASURES = [
  'distance',
  'business',
  'private',
  'other',
  'trips',
  'duration',
  'reimbursement',
  'fuel',
  'electricity',
  'fuel-cost',
  'co2',
] as const;
export type Measure = (typeof MEASURES)[number];
/** TRIP-004: other trips go by the account's own name for them where it has one. */
export const measureText = (measure: Measure, otherName: string, t: Translate): string =>
  measure === 'other' && otherName !== '' ? t('SummaryMeasureOwn', { name: otherName }) : t(`SummaryMeasure-${measure}`);
export const GROUPS = ['unit', 'driver'] as const;
export type Group = (typeof GROUPS)[number];

/** What the address holds (NAV-037); what is as usual is left out. */
export interface SummarySearch {
  readonly group?: Group;
  readonly measure?: Measure;
  /** Months as `yyyy-MM`, both ends included. */
  readonly from?: string;
  readonly to?: string;
  /** IMEIs and ids with commas between, by the names that the log has for them. */
  readonly unit?: string;
  readonly drivers?: string;
}
export const NO_FILTERS = { unit: undefined, drivers: undefined } as const;
export const hasFilters = ({ unit, drivers }: SummarySearch): boolean => unit !== undefined || drivers !== undefined;
export const filterCount = ({ unit, drivers }: SummarySearch): number =>
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
export function readSummarySearch(search: Record<string, unknown>): SummarySearch {
  const { group, measure, from, to } = search;
  const unit = listOf(search['unit'], /^\d{15}$/);
  const drivers = listOf(search['drivers'], /^[1-9]\d{0,8}$/);
  return {
    ...(group === 'driver' ? { group } : {}),
    ...((MEASURES as readonly unknown[]).includes(measure) && measure !== 'distance' ? { measure: measure as Measure } : {}),
    ...(isMonth(from) ? { from } : {}),
    ...(isMonth(to) ? { to } : {}),
    ...(unit ? { unit } : {}),
    ...(drivers ? { drivers } : {}),
  };
}

const lastDay = (month: string): string => monthSpan(month).to;

/** REP-002: the months asked for, at most twelve; without any the year so far. `today` is a day of the account. */
export function monthsAsked(search: SummarySearch, today: string): { from: string; to: string } {
  const now = today.slice(0, 7);
  const to = search.to ?? (search.from ? monthAfter(search.from, 11) : now);
  const last = to > now ? now : to;
  const first = search.from ?? `${last.slice(0, 4)}-01`;
  const earliest = monthAfter(last, -11);
  return { from: first > last ? last : first < earliest ? earliest : first, to: last };
}

/** The months that can be chosen, the newest first: three years back. */
export const monthChoices = (today: string): string[] => Array.from({ length: 36 }, (_, i) => monthAfter(today.slice(0, 7), -i));

/** What a report is asked for, whichever it is. */
export function filterOf(search: SummarySearch, today: string): ReportFilter {
  const { from, to } = monthsAsked(search, today);
  return {
    from: `${from}-01`,
    to: lastDay(to),
    group_by: search.group ?? 'unit',
    imeis: idsOf(search.unit),
    driver_ids: idsOf(search.drivers).map(Number),
  };
}

/** What the report is asked for. */
export const inputOf = (search: SummarySearch, today: string): InputOf<'reports.summary'> => {
  const { imeis, driver_ids, ...rest } = filterOf(search, today);
  return {
    body: {
      ...rest,
      ...(imeis.length > 0 ? { imeis: [...imeis] } : {}),
      ...(driver_ids.length > 0 ? { driver_ids: [...driver_ids] } : {}),
    },
  };
};

/** What the address holds as a preset keeps it, and what brings a page to it: what the preset leaves out is as usual again. */
export const textsOf = (search: SummarySearch): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
const ALL_USUAL = { group: undefined, measure: undefined, from: undefined, to: undefined, ...NO_FILTERS } as const;
export const patchOf = (texts: Readonly<Record<string, string>>): Partial<Record<keyof SummarySearch, string | undefined>> => ({
  ...ALL_USUAL,
  ...Object.fromEntries(Object.entries(texts).filter(([name]) => name in ALL_USUAL)),
});

/** The days of a month or of all of the months, for the log that a figure was counted from. */
export const daysOf = (months: readonly string[]): { from: string; to: string } => ({
  from: `${months[0] ?? ''}-01`,
  to: lastDay(months.at(-1) ?? ''),
});

const types = (figures: SummaryFigures) => [figures.business, figures.private, figures.other];
const total = (figures: SummaryFigures, key: 'trips' | 'distance_m' | 'duration_s'): number =>
  types(figures).reduce((sum, type) => sum + type[key], 0);

/** The number that a measure is; null when it is not known. Lengths in metres, times in seconds. */
export function valueOf(measure: Measure, figures: SummaryFigures): number | null {
  switch (measure) {
    case 'distance':
      return total(figures, 'distance_m');
    case 'trips':
      return total(figures, 'trips');
    case 'duration':
      return total(figures, 'duration_s');
    case 'business':
    case 'private':
    case 'other':
      return figures[measure].distance_m;
    case 'fuel-cost':
      return figures.fuel_cost;
    case 'co2':
      return figures.co2_kg;
    case 'fuel':
      return figures.fuel_l;
    case 'electricity':
      return figures.electricity_kwh;
    default:
      return figures[measure];
  }
}

/** What the bar of a month is made of: the types where a measure adds up from them, else one. */
export function partsOf(measure: Measure, figures: SummaryFigures): { type: TripType | null; value: number }[] {
  const of = (types: readonly TripType[], key: 'trips' | 'distance_m' | 'duration_s') =>
    types.map((type) => ({ type, value: figures[type][key] }));
  switch (measure) {
    case 'distance':
      return of(TRIP_TYPES, 'distance_m');
    case 'trips':
      return of(TRIP_TYPES, 'trips');
    case 'duration':
      return of(TRIP_TYPES, 'duration_s');
    case 'business':
    case 'private':
    case 'other':
      return of([measure], 'distance_m');
    default:
      return [{ type: null, value: valueOf(measure, figures) ?? 0 }];
  }
}

/** Only the months in which something was driven are worth a column; where nothing was, the first. */
export function withoutEmptyMonths(report: SummaryReport): SummaryReport {
  const shown = report.months.flatMap((_, i) => (total(report.totals.months[i] ?? report.totals.total, 'trips') > 0 ? [i] : []));
  if (shown.length === 0 || shown.length === report.months.length) return report;
  const pick = <Each>(list: readonly Each[]): Each[] => list.filter((_, i) => shown.includes(i));
  return {
    ...report,
    months: pick(report.months),
    rows: report.rows.map((row) => ({ ...row, months: pick(row.months) })),
    totals: { ...report.totals, months: pick(report.totals.months) },
  };
}

/** The type whose trips alone a measure counts; null: all of them. */
export function typeOf(measure: Measure): 'business' | 'private' | 'other' | null {
  if (measure === 'reimbursement') return 'business';
  return measure === 'business' || measure === 'private' || measure === 'other' ? measure : null;
}

/** Whether the log behind a figure lists all that is counted in it. */
export function isListed(measure: Measure, figures: SummaryFigures): boolean {
  const type = typeOf(measure);
  return type === null ? types(figures).every((each) => each.in_log) : figures[type].in_log;
}

/** What stands for a figure that nobody knows. */
export const UNKNOWN = '–';
/** The measure as people read it; empty where nothing was driven, a dash where it is not known. */
export function textOf(measure: Measure, figures: SummaryFigures, format: Format, currency: string): string {
  const value = valueOf(measure, figures);
  if (total(figures, 'trips') === 0) return '';
  if (value === null) return UNKNOWN;
  switch (measure) {
    case 'trips':
      return format.number(value);
    case 'duration':
      return value === 0 ? '' : format.duration(value);
    case 'reimbursement':
    case 'fuel-cost':
      return format.money(value, currency);
    case 'fuel':
    case 'electricity':
    case 'co2':
      return format.number(value, 1);
    default:
      return value === 0 ? '' : format.km(value);
  }
}

/** The months of a report in which nothing was driven, as spans: `2026-01 – 2026-08`. */
export function idleMonths({ months, totals }: SummaryReport): string[] {
  const spans: { from: string; to: string }[] = [];
  for (const [i, month] of months.entries()) {
    if (total(totals.months[i] ?? totals.total, 'trips') > 0) continue;
    const last = spans.at(-1);
    if (last && months[i - 1] === last.to) last.to = month;
    else spans.push({ from: month, to: month });
  }
  return spans.map(({ from, to }) => (from === to ? from : `${from} – ${to}`));
}

/** Whether a row has something of the measure. */
export const hasMeasure = (measure: Measure, { total: figures }: Pick<SummaryRow, 'total'>): boolean =>
  (valueOf(measure, figures) ?? 0) > 0;

/** What the rows can stand in order of: the name, the sum, or a month by its place. */
export type SummaryColumn = 'name' | 'total' | `${number}`;

/** Rows in the order asked for; what is not known comes last, whichever way. */
export function inOrder(
  rows: readonly SummaryRow[],
  order: SummaryColumn | `-${SummaryColumn}`,
  measure: Measure,
): readonly SummaryRow[] {
  const isDown = order.startsWith('-');
  const column = isDown ? order.slice(1) : order;
  // They come by name.
  if (column === 'name') return isDown ? rows.toReversed() : rows;
  const of = (row: SummaryRow): number | null => {
    const figures = column === 'total' ? row.total : row.months[Number(column)];
    return figures === undefined ? null : valueOf(measure, figures);
  };
  return rows.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isDown ? right - left : left - right;
  });
}
