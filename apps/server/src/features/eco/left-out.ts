import type { EcoLeftOut } from '@spora/contract/eco/endpoints';
import { compareNames } from '@spora/messages/name-order';
import { unitsWithFeature } from '../../core/fleet/unit-features.ts';
import { unitsWithTripLog } from '../../core/fleet/visible-units.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import * as readModel from './read-model.ts';

/**
 * Of the units that were asked for those without a row, each with the first reason that holds. Who is told nothing of somebody else's
 * private trips reads of their unit that there was no trip to assess, as its row would have been missing anyhow (TRIP-032).
 */
export async function leftOut(
  ctx: MemberCtx,
  unitIds: readonly number[],
  hasRow: ReadonlySet<number | null>,
): Promise<EcoLeftOut[]> {
  const ids = unitIds.filter((id) => !hasRow.has(id));
  if (ids.length === 0) return [];
  const driven = new Set(await readModel.drivenUnits(ctx, ids));
  const logged = new Set(await unitsWithTripLog(ctx, ids));
  const judged = new Set(await unitsWithFeature(ctx, ids, 'eco'));
  const whyOf = (id: number): EcoLeftOut['why'] => {
    if (!driven.has(id)) return 'not-driven';
    if (!logged.has(id)) return 'basic';
    return judged.has(id) ? 'no-trip' : 'off';
  };
  const units = await readModel.unitsInUse(ctx.db, ids);
  return units.map((unit) => ({ ...unit, why: whyOf(unit.id) })).sort((a, b) => compareNames(a.name, b.name));
}
