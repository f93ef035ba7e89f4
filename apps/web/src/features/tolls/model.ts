import type { DataOf } from '@spora/contract/endpoint-map';
import type { TollSums } from '@spora/contract/tolls/endpoints';
import { markOf } from '@spora/contract/tolls/marks';
import type { TripType } from '@spora/contract/units/endpoints';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { glanceStep, moneyAtAGlance } from '../../lib/measures.ts';
import { roundedTogether } from '../../lib/rounded-together.ts';
import { ROWS_AT_ONCE } from '../../ui/use-first-rows.ts';
import type { MonthBar } from '../reports/public/month-bars.tsx';

export type TollReport = DataOf<'tolls.report'>;
export type Passage = TollReport['rows'][number];
export type PassageDetails = DataOf<'tolls.passage'>;

/** So many passages are on a page: as many as any table draws at once. */
export const PAGE_SIZE = ROWS_AT_ONCE;

/** What it came to in each currency, the most first, also where no tariff is known of any of its passages. */
export function totalsOf({ totals: { total, without_tariff_in } }: TollReport): readonly TollSums[] {
  const alone = without_tariff_in.filter(({ currency }) => total.every((sums) => sums.currency !== currency));
  const nothing = { business: 0, private: 0, other: 0, without_trip: 0, total: 0 };
  return [...total, ...alone.map(({ currency }) => ({ currency, ...nothing }))].toSorted((a, b) => b.total - a.total);
}

export const SUM_KINDS = ['business', 'private', 'other', 'without_trip'] as const;
type SumKind = (typeof SUM_KINDS)[number];

/** What a sum is made of, in whole units that add up to it; a kind of trip that cost nothing is not in it. */
export function sharesOf(sums: TollSums): { readonly kind: SumKind; readonly amount: number }[] {
  const kinds = SUM_KINDS.filter((kind) => sums[kind] > 0);
  const amounts = roundedTogether(
    kinds.map((kind) => sums[kind]),
    () => 1,
  );
  return kinds.map((kind, i) => ({ kind, amount: amounts[i] ?? 0 }));
}

/** What of a sum is of one type of trip, or of none, in whole units that add up to it. */
export const shareOf = (sums: TollSums, type: TripType | null): number =>
  sharesOf(sums).find(({ kind }) => kind === (type ?? 'without_trip'))?.amount ?? 0;

/** The bars of one currency, each month of the period in its place, with texts that add up to the sum of all. */
export function barsOf(report: TollReport, currency: string, format: Format): MonthBar[] {
  const all = report.months.map((month) =>
    report.totals.months.find((each) => each.month === month && each.currency === currency),
  );
  const shown = roundedTogether(
    all.map((sums) => sums?.total ?? 0),
    glanceStep,
  );
  return report.months.map((month, i) => {
    const sums = all[i];
    const typeOf = (kind: SumKind): TripType | null => (kind === 'without_trip' ? null : kind);
    return {
      month,
      text: sums ? moneyAtAGlance(shown[i] ?? 0, currency, format) : '',
      parts: SUM_KINDS.map((kind) => ({ type: typeOf(kind), value: sums?.[kind] ?? 0 })),
    };
  });
}

/** The sums that have something, in the order of types. */
export const kindsIn = (totals: readonly TollSums[]): SumKind[] =>
  SUM_KINDS.filter((kind) => kind === 'business' || kind === 'private' || totals.some((sums) => sums[kind] > 0));

/** Where it is charged, with whose prices hold there in an area that has several; null: the station is no longer known. */
export function areaText({ area, price_table }: Pick<Passage, 'area' | 'price_table'>, t: Translate): string | null {
  if (area === null) return null;
  return [t(`TollArea-${area}`), price_table && t(`TollPrices-${price_table}`)].filter(Boolean).join(', ');
}

/** What was said, and of how many others it is paid now instead, if of any. */
export const withNowPaid = (said: string, nowPaid: number, t: Translate): string =>
  nowPaid > 0 ? `${said}. ${t('TollsNowPaid', { count: nowPaid })}` : said;

/** One that somebody can say of whether it was. */
export const isInDoubt = (row: Passage): boolean => row.unit.imei !== null && markOf(row) === 'TollsUncertain';

/** Whether a sum holds what nobody is sure of: passages that may not have been, old places and prices, rough figures. */
export function isAbout({ doubts: { uncertain, old, last_known, rough } }: TollReport, currency: string): boolean {
  const isOf = (each: { readonly currency: string }): boolean => each.currency === currency;
  return [...uncertain.filter(({ amount }) => amount > 0), ...old, ...last_known].some(isOf) || rough.includes(currency);
}

/** Stations and how often they were passed, as far as they fit on a line; the rest as a number. */
export function firstStations(unpriced: TollReport['doubts']['unpriced']): {
  readonly named: TollReport['doubts']['unpriced'];
  readonly more: number;
} {
  const named = unpriced.slice(0, STATIONS_NAMED);
  return { named, more: unpriced.length - named.length };
}
const STATIONS_NAMED = 4;

/** Points so far from the moment tell nothing of how it was passed. */
const NEAR_MS = 30_000;
const DRIVES_KMH = 5;

/** Where somebody drove at a moment, degrees clockwise from north, by the point nearest to it; null: it is not known. */
export function headingAt(
  points: readonly { readonly time: string; readonly speed_kmh: number; readonly heading_deg: number }[],
  at: string,
): number | null {
  const away = ({ time }: { readonly time: string }): number => Math.abs(Date.parse(time) - Date.parse(at));
  const near = points.filter((point) => point.speed_kmh >= DRIVES_KMH && away(point) <= NEAR_MS);
  return near.toSorted((a, b) => away(a) - away(b))[0]?.heading_deg ?? null;
}
