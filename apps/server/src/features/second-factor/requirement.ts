import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  RequirementFacts,
  resetFactors as resetEndpoint,
  setRequirement as setEndpoint,
} from '@spora/contract/second-factor/endpoints';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { audit } from '../../core/people/audit.ts';
import { resetFactorsOf } from '../../core/people/factor-reset.ts';
import { factorsOf } from '../../core/people/factors.ts';
import { requireFreshProof } from '../../core/people/fresh-proof.ts';
import { profileOf } from '../../core/people/signed-in-user.ts';
import { requireMayRequireFactors, requireMayReset, requireOwnFirst } from './policy.ts';
import * as repository from './repository.ts';

export async function readRequirement(ctx: MemberCtx): Promise<RequirementFacts> {
  const { db, actor } = ctx;
  const requirement = await repository.requirementOf(db, actor.accountId);
  // Staff on a visit are nobody's member.
  const own = actor.visit ? null : await factorsOf(db, actor.memberId);
  return {
    ...requirement,
    without: await repository.countWithout(db, actor.accountId, requirement.is_mail_enough),
    is_own_set_up: own !== null && (own.app || own.passkey || (own.mail && requirement.is_mail_enough)),
  };
}

/** From now on whoever must and has none is let in to set one up and to nothing else, also in sessions that are open (mount.ts). */
export async function setRequirement(ctx: MemberCtx, { body }: HandlerInput<typeof setEndpoint>): Promise<RequirementFacts> {
  requireMayRequireFactors(ctx.actor);
  await requireFreshProof(ctx, body);
  const { required_of, is_mail_enough } = body;
  return inTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    requireOwnFirst(await factorsOf(db, actor.memberId), body);
    const before = await repository.holdRequirement(db, actor.accountId);
    requireUnchanged(before, body);
    if (before.required_of !== required_of || before.is_mail_enough !== is_mail_enough) {
      await repository.updateRequirement(db, actor.accountId, { required_of, is_mail_enough });
      await audit(tx, 'factor-requirement-changed', '', { required_of, mail_is_enough: is_mail_enough ? 1 : 0 });
    }
    return readRequirement(tx);
  });
}

/** For a lost telephone. The administrator gets nowhere by it: neither password nor address of the member change. */
export async function resetFactors(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof resetEndpoint>,
): Promise<CallData<typeof resetEndpoint>> {
  requireMayReset(ctx.actor, params.id);
  await requireFreshProof(ctx, body);
  return inTransaction(ctx, async (tx) => {
    const { db, actor } = tx;
    const member = await repository.memberById(db, actor.accountId, params.id);
    if (!member) throw new AppError('UserNotFound');
    const { full_name: byName } = await profileOf(db, actor.accountId, actor.memberId);
    await resetFactorsOf(
      tx,
      { accountId: actor.accountId, memberId: member.id },
      { byName, reason: body.reason, by: 'administrator' },
    );
    await audit(tx, 'factor-reset', member.full_name, { member: member.id, reason: body.reason });
    return {};
  });
}
