import type { DataOf } from '@spora/contract/endpoint-map';
import type { Format } from '@spora/messages/format';
import { compareNames } from '@spora/messages/name-order';
import type { SortOrder } from '../../ui/table.tsx';
import { readOrder } from '../../ui/table-order.ts';
import { readReportSearch, type ReportSearch } from './public/report-search.ts';

export type FuelReport = DataOf<'reports.fuel'>;
export type FuelRow = FuelReport['rows'][number];
const FUEL_COLUMNS = ['name', 'distance', 'rate', 'cost'] as const;
export type FuelColumn = (typeof FUEL_COLUMNS)[number];
type FuelOrder = SortOrder<FuelColumn>;
export const USUAL_ORDER = 'name' satisfies FuelOrder;

/** What the address holds (NAV-037); what is as usual is left out: a line for each over the whole period. */
export interface FuelSearch extends ReportSearch {
  readonly per?: 'month';
  readonly sort?: SortOrder<FuelColumn>;
}

/** Reads the address; what makes no sense in it counts as left out. */
export function readFuelSearch(search: Record<string, unknown>): FuelSearch {
  const sort = readOrder(search['sort'], FUEL_COLUMNS, USUAL_ORDER);
  return {
    ...(search['per'] === 'month' ? { per: 'month' } : {}),
    ...(sort ? { sort } : {}),
    ...readReportSearch(search),
  };
}

export interface UnitPrice {
  readonly price: number;
  readonly unit: 'l' | 'kWh';
}
/** With the price before anything was rounded, where it is to be shown. */
export type FuelFigures = FuelRow['total'] & { readonly unit_price?: UnitPrice | null };

export interface FuelLine {
  readonly key: string;
  readonly row: FuelRow;
  readonly month: string;
  readonly figures: FuelFigures;
}

/** Nothing is known of what it used, or it uses nothing: its line is one of dashes. */
const isBlank = ({ source, filled_l, charged_kwh, ...figures }: FuelFigures): boolean =>
  filled_l === null && charged_kwh === null && (source === null || usesNothing({ ...figures, source, filled_l, charged_kwh }));
/** Those of which nothing is told but how far they went. */
export const blankRows = (report: FuelReport): FuelRow[] =>
  report.rows.filter(({ total }) => total.distance_m > 0 && isBlank(total));

const isIdle = ({ distance_m, filled_l, charged_kwh }: FuelFigures): boolean =>
  distance_m === 0 && filled_l === null && charged_kwh === null;

/** What was driven or filled in each month. */
export const linesOf = (report: FuelReport): FuelLine[] =>
  report.rows.flatMap((row) =>
    row.months.flatMap((figures, i) => {
      const month = report.months[i] ?? '';
      return isIdle(figures) ? [] : [{ key: `${row.id} ${month}`, row, month, figures }];
    }),
  );

/** A month with what all came to in it, and what each did. */
export interface MonthGroup {
  readonly month: string;
  readonly figures: FuelFigures;
  readonly lines: readonly FuelLine[];
}

/** The months in which anything was driven or filled, the newest first: what did October cost, and what November? */
export const monthGroups = ({ months, totals }: FuelReport, lines: readonly FuelLine[]): MonthGroup[] =>
  months
    .flatMap((month, i) => {
      const figures = totals.months[i];
      return !figures || isIdle(figures) ? [] : [{ month, figures, lines: lines.filter((line) => line.month === month) }];
    })
    .toReversed();

/** What each came to over the whole period. */
export const totalsOf = (report: FuelReport): FuelLine[] =>
  report.rows.flatMap((row) => (isIdle(row.total) ? [] : [{ key: `${row.id}`, row, month: '', figures: row.total }]));

const both = (parts: readonly (readonly [number | null, string])[], format: Format, decimals: number): string =>
  parts.flatMap(([value, unit]) => (value === null ? [] : [`${format.number(value, decimals)}\u00a0${unit}`])).join(', ') || '–';

/** A trailer is stated to use nothing: there is nothing to tell of it, measured or computed. */
export const usesNothing = ({ fuel_l, electricity_kwh }: FuelFigures): boolean =>
  (fuel_l !== null || electricity_kwh !== null) && !fuel_l && !electricity_kwh;
/** Something was used that nobody can say the cost of: what it was bought for is not told. */
export const lacksPrice = ({ rows }: Pick<FuelReport, 'rows'>): boolean =>
  rows.some(({ total }) => total.cost === null && Boolean(total.fuel_l ?? total.electricity_kwh));

/** How far consumption was measured, where that is less than what was driven; null where it is all of it, or nothing, or not told. */
export const measuredPart = ({ measured_m, distance_m }: FuelFigures): number | null =>
  measured_m && measured_m < distance_m ? measured_m : null;

const orNothing = (value: number | null): number | null => (value === 0 ? null : value);

/** Litres and kWh, which do not add up. */
export const usedText = ({ fuel_l, electricity_kwh }: FuelFigures, format: Format): string =>
  both(
    [
      [orNothing(fuel_l), 'l'],
      [orNothing(electricity_kwh), 'kWh'],
    ],
    format,
    1,
  );
export const rateText = ({ l_per_10km, kwh_per_10km }: FuelFigures, format: Format): string =>
  both(
    [
      [orNothing(l_per_10km), 'l'],
      [orNothing(kwh_per_10km), 'kWh'],
    ],
    format,
    2,
  );
export const filledText = ({ filled_l, charged_kwh }: FuelFigures, format: Format): string =>
  both(
    [
      [filled_l, 'l'],
      [charged_kwh, 'kWh'],
    ],
    format,
    1,
  );

/** A sum for each currency: they do not add up. */
export const paidTexts = ({ paid }: FuelFigures, format: Format): string[] =>
  (paid ?? []).map(({ currency, amount }) => format.money(amount, currency));
/** Something was paid, by what fillings say. */
export const tellsPaid = ({ totals }: Pick<FuelReport, 'totals'>): boolean => (totals.total.paid ?? []).length > 0;
export const hasCurrencies = ({ totals }: Pick<FuelReport, 'totals'>): boolean => (totals.total.paid ?? []).length > 1;

/** In the order asked for; what is not known comes last, whichever way. By consumption litres come before kWh: they do not compare. */
export const sortLines = (lines: readonly FuelLine[], order: FuelOrder): readonly FuelLine[] =>
  sorted(lines, order, ({ row }) => (row.id === null ? null : row.name));

/** Months in the order asked for: by name the newest first, or the oldest, else by what all came to in each. */
export function sortGroups(groups: readonly MonthGroup[], order: FuelOrder): readonly MonthGroup[] {
  if (order === 'name') return groups;
  return order === '-name' ? groups.toReversed() : sorted(groups, order, ({ month }) => month);
}

function sorted<T extends { readonly figures: FuelFigures }>(
  list: readonly T[],
  order: FuelOrder,
  nameOf: (each: T) => string | null,
): readonly T[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as FuelColumn;
  const of = (each: T): string | number | null => {
    const { figures } = each;
    switch (column) {
      case 'name':
        return nameOf(each);
      case 'distance':
        return figures.distance_m;
      case 'rate':
        return usesNothing(figures) ? null : (figures.l_per_10km ?? figures.kwh_per_10km);
      default:
        return figures.cost;
    }
  };
  const isElectric = ({ figures }: T): boolean => figures.l_per_10km === null;
  return list.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (column === 'rate' && left !== null && right !== null && isElectric(a) !== isElectric(b)) return isElectric(a) ? 1 : -1;
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const by = typeof left === 'number' && typeof right === 'number' ? left - right : compareNames(String(left), String(right));
    return isDown ? -by : by;
  });
}

/** How many of the rows drove in each month, where in one it was more than twice as many as in another: what makes its bar so much higher. */
export function grownMonths({ months, rows }: Pick<FuelReport, 'months' | 'rows'>): { month: string; count: number }[] {
  const counts = months.flatMap((month, i) => {
    const count = rows.filter((row) => row.id !== null && (row.months[i]?.distance_m ?? 0) > 0).length;
    return count > 0 ? [{ month, count }] : [];
  });
  const all = counts.map(({ count }) => count);
  return Math.max(...all) > 2 * Math.min(...all) ? counts : [];
}

/** Not one litre or kWh of it was measured: each is a distance times a figure that somebody has set. */
export const isComputed = ({ totals }: Pick<FuelReport, 'totals'>): boolean => totals.total.source === 'computed';

/** To what litres and kWh are rounded where they are told. */
const STEP = 0.1;
const AMOUNTS = ['fuel_l', 'electricity_kwh'] as const;

/** With litres and kWh rounded as they are shown, and sums those of what is shown: one who adds up gets the same, and the summary does too. */
export function asShown(report: FuelReport): FuelReport {
  // Each figure that is rounded is off by half a step at most.
  const mostOff = (STEP / 2) * (report.rows.length * report.months.length + 1);
  const sum = (list: readonly FuelFigures[], key: (typeof AMOUNTS)[number], exact: number | null): number | null => {
    const known = list.flatMap((figures) => figures[key] ?? []);
    const shown = known.reduce((all, each) => all + each, 0);
    // What no row tells, as what trailers used by driver, is in the sum all the same.
    return exact === null || Math.abs(shown - exact) > mostOff ? exact : shown;
  };
  const over = (figures: FuelFigures, of: (key: (typeof AMOUNTS)[number]) => number | null): FuelFigures => ({
    ...figures,
    unit_price: unitPrice(figures),
    ...Object.fromEntries(AMOUNTS.map((key) => [key, of(key)])),
  });
  const rows = report.rows.map((row) => {
    const months = row.months.map((figures) =>
      over(figures, (key) => (figures[key] === null ? null : Math.round(figures[key] / STEP) * STEP)),
    );
    return { ...row, months, total: over(row.total, (key) => sum(months, key, row.total[key])) };
  });
  const months = report.totals.months.map((figures, i) =>
    over(figures, (key) =>
      sum(
        rows.flatMap((row) => row.months[i] ?? []),
        key,
        figures[key],
      ),
    ),
  );
  return {
    ...report,
    rows,
    totals: { months, total: over(report.totals.total, (key) => sum(months, key, report.totals.total[key])) },
  };
}

/** What is told of less says nothing: its cost is rounded. */
const LEAST_PRICED = 1;

/** What one litre, or one kWh, cost; null of what used both or hardly any, and where the price is not known. */
export function unitPrice({ fuel_l, electricity_kwh, cost }: FuelFigures): UnitPrice | null {
  if (cost === null || (Boolean(fuel_l) && Boolean(electricity_kwh))) return null;
  if (fuel_l && fuel_l >= LEAST_PRICED) return { price: cost / fuel_l, unit: 'l' };
  return electricity_kwh && electricity_kwh >= LEAST_PRICED ? { price: cost / electricity_kwh, unit: 'kWh' } : null;
}
