import type { MemberCtx } from '../../platform/ctx.ts';
import { readTolls, type TollsAsked } from './reckoning.ts';
import { isWithdrawn } from './rules.ts';

/** What tolls cost of one unit, driver, month and type of trip: a row of a report's sum. */
export interface TollCost {
  readonly unitId: number;
  readonly driverId: number | null;
  /** `YYYY-MM` in the account's zone. */
  readonly month: string;
  /** Null: between two trips. */
  readonly type: 'business' | 'private' | 'other' | null;
  /** ISO 4217; several currencies are never added up. */
  readonly currency: string;
  /** In hundredths. */
  readonly amount: number;
}

/**
 * What tolls cost in a period, for other features' sums; who may see the units is theirs to judge. Passages without a tariff are in none.
 * Others' private trips are in the sums of whole months that are over, and in no other (TRIP-032).
 */
export async function tollCosts(ctx: MemberCtx, asked: TollsAsked): Promise<TollCost[]> {
  const { told, withheld, monthOf } = await readTolls(ctx, asked);
  const costs = new Map<string, TollCost>();
  const add = (cost: TollCost): void => {
    const key = [cost.unitId, cost.driverId, cost.month, cost.type, cost.currency].join(' ');
    costs.set(key, { ...cost, amount: cost.amount + (costs.get(key)?.amount ?? 0) });
  };
  for (const passage of told) {
    const month = monthOf(passage.atMs);
    if (passage.amount === null || month === null || isWithdrawn(passage)) continue;
    const { unitId, trip, currency, amount } = passage;
    add({ unitId, driverId: trip?.driverId ?? null, month, type: trip?.type ?? null, currency, amount });
  }
  for (const sum of withheld) add({ ...sum, type: 'private' });
  return [...costs.values()];
}
