import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { tripHistory as tripHistoryEndpoint } from '@spora/contract/trips/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { findVisibleTrip } from './api.ts';
import { isLateEdit } from './rules.ts';
import { changesOf } from './history-read-model.ts';
import { isMasked } from './masking-rules.ts';
import { factsOf } from './shown-trip-api.ts';

/** API-076, TRIP-031: who changed what of a trip. Of somebody's private trip only they read it. */
export async function tripHistory(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof tripHistoryEndpoint>,
): Promise<HandlerData<typeof tripHistoryEndpoint>> {
  const row = await findVisibleTrip(ctx, params.id);
  if (isMasked(ctx.actor, factsOf(row))) throw new AppError('TripNotYours', { status: 403 });
  const ids = row.parts.length > 0 ? row.parts.map((part) => part.id) : [row.id];
  const changes = await changesOf(ctx.db, ids);
  return {
    changes: changes.map((change) => ({
      at: change.at.toISOString(),
      actor: change.actor,
      field: change.field,
      old_value: change.old_value,
      new_value: change.new_value,
      is_late: isLateEdit(change.at, row.ended_at),
    })),
  };
}
