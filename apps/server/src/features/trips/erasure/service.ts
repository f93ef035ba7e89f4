import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type { erasePrivateTrips as eraseEndpoint } from '@spora/contract/trips/endpoints';
import { z } from 'zod';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import { audit } from '../../../core/people/audit.ts';
import { requireOneself } from './policy.ts';
import * as repository from './repository.ts';

/** SEC-015: does what drivers asked for. */
export const eraseAsked = defineJob({ name: 'trips.erase-asked', payload: z.object({}), retry: { attempts: 10 } });

/**
 * SEC-015: where the actor drove privately in the days goes for good: positions, route, places and addresses. Day and distance stay for
 * the log. Everybody asks for their own and nobody for another's. The audit says that it was asked, not of when or how many.
 */
export async function erasePrivateTrips(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof eraseEndpoint>,
): Promise<CallData<typeof eraseEndpoint>> {
  requireOneself(ctx.actor);
  const found = await repository.countOwn(ctx, body);
  if (!body.commit || found.trips === 0) return found;
  return inTransaction(ctx, async (inner) => {
    const { db, now } = inner;
    await repository.askErasure(inner, body, now());
    await addJob(db, eraseAsked, {}, { key: 'trips.erase-asked' });
    await audit(inner, 'private-positions-erased');
    return found;
  });
}
