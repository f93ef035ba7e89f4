import type { HandlerData } from '@spora/contract/endpoint';
import type { checkedInUnits } from '@spora/contract/tracking/endpoints';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { requireMap, whyWithheld } from '../policy.ts';
import { liveUnits } from '../read-model.ts';
import { withoutPlace } from '../rules.ts';
import { unitsWithCard } from './read-model.ts';

/**
 * DRV-009: a check-in by code gives somebody without access the unit's card until the check-out, and nothing else: no map, no
 * history, no log. What is withheld of a private trip stays so, and whose map is switched off (MAP-002) has no card.
 */
export async function listCheckedInUnits(ctx: MemberCtx): Promise<HandlerData<typeof checkedInUnits>> {
  requireMap(ctx.actor);
  const now = ctx.now();
  const unitIds = await unitsWithCard(ctx, now);
  if (unitIds.length === 0) return { units: [] };
  const rows = await liveUnits(ctx.db, ctx.actor.accountId, { unitIds }, now);
  return {
    units: rows.map(({ unit, privateUse }) => {
      const reason = whyWithheld(ctx.actor, { privateUse, hiding: null });
      return reason ? withoutPlace(unit, reason) : unit;
    }),
  };
}
