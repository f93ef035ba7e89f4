import type { DataOf } from '@spora/contract/endpoint-map';
import type { TollSums } from '@spora/contract/tolls/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import type { Format } from '@spora/messages/format';
import { moneyAtAGlance } from '../../lib/measures.ts';
import type { MonthBar } from '../reports/public/month-bars.tsx';

export type TollReport = DataOf<'tolls.report'>;
export type Passage = TollReport['rows'][number];

export const COLUMNS = ['at', 'unit', 'station', 'type', 'driver', 'amount'] as const;
export type TollColumn = (typeof COLUMNS)[number];

const TEXT_OF: Readonly<Record<Exclude<TollColumn, 'amount'>, (row: Passage) => string>> = {
  at: (row) => row.at,
  unit: (row) => row.unit.name,
  station: (row) => row.station,
  type: (row) => row.trip_type ?? '',
  driver: (row) => row.driver ?? '',
};

/** Rows in the order asked for; they come with the newest first. An amount that nobody knows comes last, whichever way. */
export function inOrder(rows: readonly Passage[], order: TollColumn | `-${TollColumn}`): readonly Passage[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as TollColumn;
  if (column === 'amount')
    return rows.toSorted((a, b) => {
      if (a.amount === null || b.amount === null) return Number(a.amount === null) - Number(b.amount === null);
      return isDown ? b.amount - a.amount : a.amount - b.amount;
    });
  const text = TEXT_OF[column];
  return rows.toSorted((a, b) => (isDown ? -1 : 1) * text(a).localeCompare(text(b), 'sv'));
}

/** What it came to in each currency, also where no tariff is known of any of its passages. */
export function totalsOf({ totals: { total, without_tariff_in } }: TollReport): readonly TollSums[] {
  const alone = without_tariff_in.filter(({ currency }) => total.every((sums) => sums.currency !== currency));
  return [...total, ...alone.map(({ currency }) => ({ currency, business: 0, private: 0, other: 0, without_trip: 0, total: 0 }))];
}

export const SUM_KINDS = ['business', 'private', 'other', 'without_trip'] as const;
type SumKind = (typeof SUM_KINDS)[number];

/** The bars of one currency, each month of the period in its place. */
export function barsOf(report: TollReport, currency: string, format: Format): MonthBar[] {
  return report.months.map((month) => {
    const sums = report.totals.months.find((each) => each.month === month && each.currency === currency);
    const typeOf = (kind: SumKind): TripType | null => (kind === 'without_trip' ? null : kind);
    return {
      month,
      text: sums ? moneyAtAGlance(sums.total, currency, format) : '',
      parts: SUM_KINDS.map((kind) => ({ type: typeOf(kind), value: sums?.[kind] ?? 0 })),
    };
  });
}

/** The sums that have something, in the order of types. */
export const kindsIn = (totals: readonly TollSums[]): SumKind[] =>
  SUM_KINDS.filter((kind) => kind === 'business' || kind === 'private' || totals.some((sums) => sums[kind] > 0));

export type TollMark =
  'TollsUncertain' | 'TollsOld' | 'TollsNoTariff' | 'TollsEstimate' | 'TollsWithdrawn' | 'TollsEntered' | 'TollsCorrected';

const REASONED_MARKS = ['TollsUncertain', 'TollsOld', 'TollsNoTariff', 'TollsEstimate'] as const satisfies readonly TollMark[];
export type ReasonedMark = (typeof REASONED_MARKS)[number];
export const needsReason = (mark: TollMark): mark is ReasonedMark => REASONED_MARKS.some((each) => each === mark);

/** What is to be known of a passage before its amount is believed. */
export function marksOf(row: Passage): TollMark[] {
  if (row.is_withdrawn) return ['TollsWithdrawn'];
  const said = row.corrections.find(({ undone_at }) => undone_at === null);
  const marks: TollMark[] = [];
  if (said) marks.push(said.kind === 'passed' ? 'TollsEntered' : 'TollsCorrected');
  if (row.is_uncertain) marks.push('TollsUncertain');
  if (row.as_of_year !== null) marks.push('TollsOld');
  if (row.amount === null) marks.push('TollsNoTariff');
  if (row.is_estimate && !row.is_uncertain && row.as_of_year === null && row.amount !== null) marks.push('TollsEstimate');
  return marks;
}

/** The marks of these rows that need a reason, each once, and of what is old the years. */
export function reasonsOf(rows: readonly Passage[]): { readonly mark: ReasonedMark; readonly years: readonly number[] }[] {
  const marked = new Set(rows.flatMap(marksOf));
  const years = [...new Set(rows.flatMap((row) => row.as_of_year ?? []))].toSorted((a, b) => a - b);
  return REASONED_MARKS.filter((mark) => marked.has(mark)).map((mark) => ({ mark, years: mark === 'TollsOld' ? years : [] }));
}
