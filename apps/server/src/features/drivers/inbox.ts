import type { suggestDrivers as suggestEndpoint } from '@spora/contract/drivers/endpoints';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { MemberCtx } from '../../platform/ctx.ts';
import { findVisibleTrips } from '../trips/api.ts';
import * as readModel from './read-model.ts';
import { isMasked } from '../trips/masking-rules.ts';
import { factsOf } from '../trips/shown-trip-api.ts';

/** DRV-014: who may have driven; of trips that are withheld from the actor nobody guesses. */
export async function suggestDrivers(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof suggestEndpoint>,
): Promise<HandlerData<typeof suggestEndpoint>> {
  const seen = (await findVisibleTrips(ctx, body.trip_ids)).filter((row) => !isMasked(ctx.actor, factsOf(row)));
  const rows = await readModel.suggestionsFor(
    ctx,
    seen.map(({ id }) => id),
  );
  return {
    suggestions: rows.map(({ trip_id, driver_id, driver, reason, purpose }) => ({
      trip_id,
      driver: { id: driver_id, name: driver },
      reason,
      purpose,
    })),
  };
}
