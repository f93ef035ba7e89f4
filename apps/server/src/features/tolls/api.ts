import type { TollCost, TollCosts } from '../../core/reports.ts';
import { anyHasTolls } from './read-model.ts';
import { readTolls } from './reckoning.ts';
import { isWithdrawn } from './rules.ts';

/** Of units whose tolls were found once the sums stay, also when the feature is off by now. */
export const tollCosts: TollCosts = async (ctx, asked) => {
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
  return costs.size > 0 || (await anyHasTolls(ctx, asked.unitIds)) ? [...costs.values()] : null;
};
