import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { getPassengers as getEndpoint, savePassengers as saveEndpoint } from '@spora/contract/trips/passengers';
import type { Trip } from '@spora/contract/trips/endpoints';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { updateTrip } from '../edits/service.ts';
import { findVisibleTrip } from '../api.ts';
import { toTrip } from '../shown-trip-api.ts';

const answer = ({ passengers, can }: Trip) => ({ passengers, can: { edit: can.edit } });

/** API-070, TRIP-032: as the log shows them. */
export async function getPassengers(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof getEndpoint>,
): Promise<CallData<typeof getEndpoint>> {
  return answer(toTrip(ctx.actor, await findVisibleTrip(ctx, params.id)));
}

/** API-070: an edit like any other of the trip, with its refusals and its line in the history. */
export async function savePassengers(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof saveEndpoint>> {
  const { trip } = await updateTrip(ctx, { params, body: { passengers: body.passengers } });
  return answer(trip);
}
