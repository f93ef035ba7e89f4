import type { HandlerData } from '@spora/contract/endpoint';
import type { checkedInUnits } from '@spora/contract/tracking';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { whyWithheld } from '../policy.ts';
import { liveUnits } from '../read-model.ts';
import { withoutPlace } from '../rules.ts';
import { unitsWithCard } from './read-model.ts';

/**
 * DRV-009: a check-in by code gives somebody without access the unit's card until the check-out, and nothing else: no map, no
 * history, no log. What is withheld of a private trip stays so; without the map there is no place on the card either.
 */
export async function listCheckedInUnits(ctx: MemberCtx): Promise<HandlerData<typeof checkedInUnits>> {
  const now = ctx.now();
  const unitIds = await unitsWithCard(ctx, now);
  if (unitIds.length === 0) return { units: [] };
  const rows = await liveUnits(ctx.db, ctx.actor.accountId, { unitIds }, now);
  return {
    units: rows.map(({ unit, privateTrip }) => {
      const reason = ctx.actor.mayUseMap ? whyWithheld(ctx.actor, { privateTrip, hiding: null }) : 'hidden';
      return reason ? withoutPlace(unit, reason) : unit;
    }),
  };
}
