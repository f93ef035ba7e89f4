import type { TollCost } from '../../core/reports.ts';

/** REP-009, REP-010: what trips cost in tolls in one currency; null: nobody knows. Of passages beside trips nobody says who drove. */
export const ofTrips = (costs: readonly TollCost[] | null | undefined, currency: string): readonly TollCost[] | null =>
  costs?.filter((cost) => cost.currency === currency && cost.type !== null) ?? null;

/** Whole units of money; `costs` null: not known. */
export const tollSum = (costs: readonly TollCost[] | null): number | null =>
  costs === null ? null : costs.reduce((sum, { amount }) => sum + amount, 0) / 100;
