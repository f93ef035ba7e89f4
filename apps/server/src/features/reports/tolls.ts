import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import type { TollCost } from '../../core/reports.ts';

/** REP-009, REP-010: what trips cost in tolls; null: nobody knows. Of passages beside trips nobody says who drove. */
export const ofTrips = (costs: readonly TollCost[] | null | undefined): readonly TollCost[] | null =>
  costs?.filter(({ type }) => type !== null) ?? null;

/** Sums of money in other currencies than the account's, which add up to nothing with it. */
export function tollsElsewhere(costs: readonly TollCost[] | null, own: string): Pick<SummaryFigures, 'tolls_elsewhere'> {
  const paid = (costs ?? []).filter(({ currency, amount }) => currency !== own && amount !== 0);
  const currencies = [...new Set(paid.map(({ currency }) => currency))].sort();
  if (currencies.length === 0) return {};
  return { tolls_elsewhere: currencies.map((currency) => ({ currency, amount: tollSum(paid, currency) ?? 0 })) };
}

/** Whole units of one currency; `costs` null: not known. */
export const tollSum = (costs: readonly TollCost[] | null, of: string): number | null =>
  costs === null ? null : costs.reduce((sum, { amount, currency }) => (currency === of ? sum + amount : sum), 0) / 100;
