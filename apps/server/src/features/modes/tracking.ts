import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { CONFIRMATION_S } from '@spora/contract/limits';
import type { getActiveTracking as getEndpoint, setActiveTracking as setEndpoint } from '@spora/contract/modes/endpoints';
import { AppError } from '../../platform/app-error.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { findOpen } from '../../core/fleet/managed-units.ts';
import { audit } from '../../core/people/audit.ts';
import { commandsOfUnit, newestCommand, orderInstead } from '../commands/api.ts';
import { requireMayChangeReporting } from './policy.ts';
import { insertFollower, removeFollower } from './repository.ts';

const SUBJECT = 'active-tracking';

/**
 * API-059, MAP-010: a unit that does not answer within 90 s is said not to (ERR-020). MAP-011: while somebody else follows it, whoever
 * stops is answered with what goes on.
 */
export async function setActiveTracking(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof setEndpoint>,
): Promise<CallData<typeof setEndpoint>> {
  await requireMayChangeReporting(ctx);
  const { db, actor, now } = ctx;
  const unit = await findOpen(ctx, body.imei);
  const commands = await commandsOfUnit(db, unit.id);
  if (!commands?.tracking) throw new AppError('TrackingNotSupported', { status: 422 });
  const at = now();
  const isOn = body.state === 1;
  const { lastsS } = commands.tracking;
  const follower = { accountId: actor.accountId, unitId: unit.id, memberId: actor.memberId };
  if (isOn) await insertFollower(db, follower, new Date(at.getTime() + lastsS * 1000));
  else if (await removeFollower(db, follower, at)) {
    const going = await newestCommand(ctx, unit.id, SUBJECT);
    if (going) return { command_id: going.id, confirm_by: at.toISOString(), lasts_s: lastsS };
  }
  const command_id = await orderInstead(db, {
    unitId: unit.id,
    memberId: actor.memberId,
    kind: 'active-tracking',
    subject: SUBJECT,
    parameters: { isOn },
    family: commands.family,
    text: commands.tracking.text({ isOn }),
    at,
    keptS: CONFIRMATION_S,
    confirmedWithinS: CONFIRMATION_S,
  });
  await audit(ctx, 'active-tracking', unit.name, { state: isOn ? 'on' : 'off' });
  return {
    command_id,
    confirm_by: new Date(at.getTime() + CONFIRMATION_S * 1000).toISOString(),
    lasts_s: lastsS,
  };
}

export async function readActiveTracking(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof getEndpoint>,
): Promise<CallData<typeof getEndpoint>> {
  const unit = await findOpen(ctx, params.imei);
  return { command: await newestCommand(ctx, unit.id, SUBJECT) };
}
