import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { TRIP_TYPES } from '@spora/contract/units/values';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { glanceStep, goneInTenths, goneText, wholeMoney } from '../../lib/measures.ts';
import type { SortOrder } from '../../ui/table.tsx';
import { readOrder } from '../../ui/table-order.ts';
import { askedOf, readReportSearch, type ReportSearch } from './public/report-search.ts';

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
  'tolls',
] as const;
export type Measure = (typeof MEASURES)[number];
/** TRIP-004: other trips go by the account's own name for them where it has one. */
export const measureText = (measure: Measure, otherName: string, t: Translate): string =>
  measure === 'other' && otherName !== '' ? t('SummaryMeasureOwn', { name: otherName }) : t(`SummaryMeasure-${measure}`);
/** The name, the sum and what it is made of: types, or months by their place among those shown. */
export type SummaryColumn = 'name' | 'total' | TripType | `${number}`;
const COLUMNS: readonly SummaryColumn[] = [
  'name',
  'total',
  ...TRIP_TYPES,
  ...Array.from({ length: LOG_MAX_MONTHS }, (_, month) => `${month}` as const),
];
export const USUAL_ORDER = 'name' satisfies SortOrder<SummaryColumn>;

/** What the address holds (NAV-037); what is as usual is left out. */
export interface SummarySearch extends ReportSearch {
  readonly measure?: Measure;
  readonly sort?: SortOrder<SummaryColumn>;
}

/** Reads the address; what makes no sense in it counts as left out. */
export function readSummarySearch(search: Record<string, unknown>): SummarySearch {
  const { measure } = search;
  const sort = readOrder(search['sort'], COLUMNS, USUAL_ORDER);
  return {
    ...((MEASURES as readonly unknown[]).includes(measure) && measure !== 'distance' ? { measure: measure as Measure } : {}),
    ...(sort ? { sort } : {}),
    ...readReportSearch(search),
  };
}

/** What the report is asked for. */
export const inputOf = (search: SummarySearch, today: string): InputOf<'reports.summary'> => ({
  body: { ...askedOf(search, today), group_by: search.group ?? 'unit' },
});

const types = (figures: SummaryFigures) => [figures.business, figures.private, figures.other];
const total = (figures: SummaryFigures, key: 'trips' | 'distance_m' | 'duration_s'): number =>
  types(figures).reduce((sum, type) => sum + type[key], 0);

/** How many of the trips have no part in the times, since they are other people's private ones. */
export const untimedOf = (figures: SummaryFigures): number => types(figures).reduce((sum, { untimed = 0 }) => sum + untimed, 0);

/** To what figures of a report are rounded where they are told, by what their sums are counted from. */
const SHOWN = { fuel_l: 0.1, electricity_kwh: 0.1, co2_kg: 0.1, fuel_cost: 1 } as const;
type Shown = keyof typeof SHOWN;

/** With what is reckoned rounded as it is shown, month by month, and its sums those of what is shown: one who adds up gets the same. */
export function asShown(report: SummaryReport): SummaryReport {
  const keys = Object.keys(SHOWN) as Shown[];
  const over = (figures: SummaryFigures, of: (key: Shown) => number | null): SummaryFigures => ({
    ...figures,
    ...Object.fromEntries(keys.map((key) => [key, of(key)])),
  });
  const sum = (list: readonly SummaryFigures[], key: Shown): number | null =>
    list.reduce<number | null>((all, figures) => (figures[key] === null ? all : (all ?? 0) + figures[key]), null);
  const rows = report.rows.map((row) => {
    const months = row.months.map((figures) =>
      over(figures, (key) => (figures[key] === null ? null : Math.round(figures[key] / SHOWN[key]) * SHOWN[key])),
    );
    return { ...row, months, total: over(row.total, (key) => sum(months, key) ?? row.total[key]) };
  });
  const inMonth = (i: number) => rows.flatMap(({ months }) => months[i] ?? []);
  return {
    ...report,
    rows,
    totals: {
      months: report.totals.months.map((figures, i) => over(figures, (key) => sum(inMonth(i), key))),
      total: over(report.totals.total, (key) =>
        sum(
          rows.map(({ total }) => total),
          key,
        ),
      ),
    },
  };
}

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

export const isDistance = (measure: Measure): boolean =>
  measure === 'distance' || measure === 'business' || measure === 'private' || measure === 'other';

/** Whether the sums leave out what trailers went: what they used, gave off and cost is theirs alone. */
export const leavesOutTowed = (measure: Measure): boolean =>
  isDistance(measure) || measure === 'trips' || measure === 'duration' || measure === 'reimbursement';

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

/** What one type alone came to. */
function onlyOf(type: TripType, figures: SummaryFigures): SummaryFigures {
  const none = { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true };
  return { ...figures, business: none, private: none, other: none, [type]: figures[type] };
}

/** A column beside the sum: a month, or a type of trip. */
export interface SummaryPart {
  readonly column: SummaryColumn;
  readonly months: readonly string[];
  readonly type: TripType | null;
  readonly of: (row: Pick<SummaryRow, 'months' | 'total'>) => SummaryFigures;
}

/** What the sum is made of: the months; of one month alone the types, where a measure adds up from several. */
export function columnsOf(report: SummaryReport, measure: Measure): readonly SummaryPart[] {
  const { months, totals } = report;
  if (months.length > 1)
    return months.map((month, i) => ({
      column: `${i}`,
      months: [month],
      type: null,
      of: (row) => row.months[i] ?? row.total,
    }));
  const had = partsOf(measure, totals.total).flatMap(({ type, value }) =>
    type !== null && (value > 0 || (measure === 'duration' && (totals.total[type].untimed ?? 0) > 0)) ? [type] : [],
  );
  return had.length < 2 ? [] : had.map((type) => ({ column: type, months, type, of: ({ total }) => onlyOf(type, total) }));
}

/** Whether something was driven or towed in a month, by its place. */
const wentIn = ({ totals, towed }: SummaryReport, month: number): boolean =>
  [totals, towed].some((sum) => sum && total(sum.months[month] ?? sum.total, 'trips') > 0);

/** Only the months in which something was driven are worth a column; where nothing was, the first. */
export function withoutEmptyMonths(report: SummaryReport): SummaryReport {
  const shown = report.months.flatMap((_, i) => (wentIn(report, i) ? [i] : []));
  if (shown.length === 0 || shown.length === report.months.length) return report;
  const pick = <Each>(list: readonly Each[]): Each[] => list.filter((_, i) => shown.includes(i));
  return {
    ...report,
    months: pick(report.months),
    rows: report.rows.map((row) => ({ ...row, months: pick(row.months) })),
    totals: { ...report.totals, months: pick(report.totals.months) },
    towed: report.towed && { ...report.towed, months: pick(report.towed.months) },
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

/** How much of a distance boats went. */
export const atSeaOf = (measure: Measure, figures: SummaryFigures): number => {
  const of = measure === 'business' || measure === 'private' || measure === 'other' ? [figures[measure]] : types(figures);
  return of.reduce((sum, { at_sea_m }) => sum + at_sea_m, 0);
};

const SIGNS = { fuel: 'l', electricity: 'kWh', co2: 'kg' } as const;

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
      return value === 0 ? (untimedOf(figures) > 0 ? UNKNOWN : '') : format.driven(value);
    case 'reimbursement':
      return format.money(value, currency);
    case 'tolls':
      return [...(value === 0 ? [] : [{ currency, amount: value }]), ...(figures.tolls_elsewhere ?? [])]
        .map((paid) => format.money(paid.amount, paid.currency))
        .join(' + ');
    case 'fuel-cost':
      // Reckoned from what is stated of the unit: hundredths would look exact.
      return wholeMoney(value, currency, format);
    case 'fuel':
    case 'electricity':
    case 'co2':
      return `${format.number(value, 1)}\u00a0${SIGNS[measure]}`;
    default:
      return value === 0 ? '' : goneInTenths({ metres: value, atSeaM: atSeaOf(measure, figures) }, format);
  }
}

/** What business driving was reimbursed with: of one rate alone the rate, of several for whose car, and from when. */
export function ratesText({ reimbursement_rates: rates, currency }: SummaryReport, format: Format, t: Translate): string {
  const cars = new Set(rates.map(({ car }) => car));
  const each = rates.map(({ car, per_10km, from }) => {
    const amount = format.money(per_10km, currency);
    const of = cars.size > 1 ? t('SummaryRateOf', { amount, car: t(`Car-${car}`).toLowerCase() }) : amount;
    return rates.filter((rate) => rate.car === car).length > 1 ? t('SummaryRateFrom', { rate: of, day: from }) : of;
  });
  return each.length === 0 ? '' : t('SummaryRates', { rates: each.join(', ') });
}

/** Whether both boats and others went it. */
export function isMixed(measure: Measure, figures: SummaryFigures): boolean {
  const atSeaM = atSeaOf(measure, figures);
  return atSeaM > 0 && atSeaM < (valueOf(measure, figures) ?? 0);
}

/**
 * The same at a bar, where a large sum needs no hundredths, nor does one beside it (`most` is the largest of the chart); of tolls only what
 * was paid in the account's currency, as the bar is. `inKm`: what boats went too, where they stand beside others' bars.
 */
export function barTextOf(
  measure: Measure,
  figures: SummaryFigures,
  format: Format,
  { currency, inKm = false, most }: { readonly currency: string; readonly inKm?: boolean; readonly most?: number },
): string {
  const value = valueOf(measure, figures);
  if ((measure === 'reimbursement' || measure === 'tolls') && value !== null)
    return glanceStep(most ?? value) < 1 ? format.money(value, currency) : wholeMoney(value, currency, format);
  return isDistance(measure) && value
    ? goneText({ metres: value, atSeaM: inKm ? 0 : atSeaOf(measure, figures) }, format)
    : textOf(measure, figures, format, currency);
}

/** The months of a report in which nothing was driven, since there are trips at all, as spans: `2026-01 – 2026-08`. */
export function idleMonths(report: SummaryReport): string[] {
  const { months, first_month: first } = report;
  const spans: { from: string; to: string }[] = [];
  for (const [i, month] of months.entries()) {
    if (wentIn(report, i) || month < (first ?? '')) continue;
    const last = spans.at(-1);
    if (last && months[i - 1] === last.to) last.to = month;
    else spans.push({ from: month, to: month });
  }
  return spans.map(({ from, to }) => (from === to ? from : `${from} – ${to}`));
}

/** How many of the rows drove in each month, where in one it was more than twice as many as in another: what makes its bar so much higher. */
export function grownMonths(report: SummaryReport): { month: string; count: number }[] {
  const counts = report.months.flatMap((month, i) => {
    const count = report.rows.filter(({ id, months }) => id !== null && months[i] && total(months[i], 'trips') > 0).length;
    return count > 0 ? [{ month, count }] : [];
  });
  const all = counts.map(({ count }) => count);
  return Math.max(...all) > 2 * Math.min(...all) ? counts : [];
}

/** Whether a row has something of the measure. */
export const hasMeasure = (measure: Measure, { total: figures }: Pick<SummaryRow, 'total'>): boolean =>
  (valueOf(measure, figures) ?? 0) > 0 ||
  (measure === 'duration' && untimedOf(figures) > 0) ||
  (measure === 'tolls' && figures.tolls_elsewhere !== undefined);

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
    const type = TRIP_TYPES.find((each) => each === column);
    const figures = type ? onlyOf(type, row.total) : column === 'total' ? row.total : row.months[Number(column)];
    return figures === undefined ? null : valueOf(measure, figures);
  };
  return rows.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isDown ? right - left : left - right;
  });
}

/** The order of the table as its file is asked for it: by the measure that is shown, all in all, in a month or of a type of trip. */
export function fileOrder({ sort, measure = 'distance' }: SummarySearch, { months }: SummaryReport): string | undefined {
  if (sort === undefined || sort === '-name') return sort;
  const isDown = sort.startsWith('-');
  const column = isDown ? sort.slice(1) : sort;
  const part = TRIP_TYPES.find((type) => type === column) ?? months[Number(column)];
  return `${isDown ? '-' : ''}${measure}${part === undefined ? '' : `@${part}`}`;
}
