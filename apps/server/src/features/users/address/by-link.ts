import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { answerEmailChange as answerEndpoint, lookAtEmailChange as lookEndpoint } from '@spora/contract/users/address';
import { AppError } from '../../../platform/app-error.ts';
import { setAccount, type StrangerCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { hashOfHeader } from '../../../platform/http/session-gate.ts';
import { factorsOf } from '../../../core/people/factors.ts';
import { judgeConfirmation } from '../../../core/people/password.ts';
import * as repository from './repository.ts';
import { orderedBy, type OpenChange, passwordAgrees } from './rules.ts';
import { note, refuse, type Settling } from './service.ts';

/*
 * The page that the links of both mails open. Nobody is signed in there: who holds a link may do what stands on the page, and learns no
 * more than that.
 */

interface Found extends Settling {
  readonly side: 'new' | 'old';
  readonly member: repository.HeldMember;
  readonly change: OpenChange;
}

/** Throws InputError with InvalidEmailLink for a link that is unknown, used up, too old or replaced: they look alike. */
async function find(ctx: StrangerCtx, code: string): Promise<Found> {
  const invalid = new InputError({ code: ['InvalidEmailLink'] });
  const tokenHash = hashOfHeader(code);
  const link = tokenHash && (await repository.linkBy(ctx.db, tokenHash, ctx.now()));
  if (!link) throw invalid;
  await setAccount(ctx.db, link.accountId);
  const first = await repository.changeById(ctx.db, link.accountId, link.id);
  const member = first && (await repository.holdMember(ctx.db, link.accountId, first.member_id));
  // Of two who answer at once the second finds what the first has made of it.
  const change = member && (await repository.changeById(ctx.db, link.accountId, link.id));
  if (!member || !change) throw invalid;
  // Who proved the new address has used its link up; who agreed has used up that of the one before.
  if (link.side === 'new' && change.in_force_at) throw invalid;
  return { ctx, accountId: link.accountId, side: link.side, member, change };
}

const inOwnTransaction = <T>(ctx: StrangerCtx, work: (tx: StrangerCtx) => Promise<T>): Promise<T> =>
  ctx.db.transaction().execute((db) => work({ ...ctx, db }));

export const look = (ctx: StrangerCtx, { body }: HandlerInput<typeof lookEndpoint>): Promise<HandlerData<typeof lookEndpoint>> =>
  inOwnTransaction(ctx, async (tx) => {
    const { side, member, change } = await find(tx, body.code);
    return {
      side,
      full_name: member.full_name,
      new_email: change.new_email,
      ordered_by: orderedBy(change),
      by_name: change.ordered_by === 'member' ? '' : change.actor_name,
      reason: change.reason,
      expires_at: change.expires_at.toISOString(),
      is_proven: change.proven_at !== null,
      is_agreed: change.agreed_at !== null,
      is_in_force: change.in_force_at !== null,
      takes_password:
        side === 'new' &&
        change.agreed_at === null &&
        passwordAgrees(member, change, await factorsOf(tx.db, member.id), { isFactorShown: false }),
    };
  });

/**
 * Says yes or no to an address. The link to the new one proves it; with the member's password beside it, it agrees as well. Runs outside
 * a transaction: a wrong password stays counted although the call is refused.
 */
export async function answer(
  ctx: StrangerCtx,
  { body }: HandlerInput<typeof answerEndpoint>,
): Promise<HandlerData<typeof answerEndpoint>> {
  const isAgreed = body.agrees && body.password !== '' && (await isTheMember(ctx, body.code, body.password));
  return inOwnTransaction(ctx, async (tx) => {
    const found = await find(tx, body.code);
    if (!body.agrees) {
      await refuse(found, found.member, found.change, found.side);
      return { state: 'refused' as const };
    }
    const isOld = found.side === 'old';
    const counts = await note(found, found.member, found.change, isOld ? { isAgreed: true } : { isProven: true, isAgreed });
    return { state: counts ? ('changed' as const) : ('waiting' as const) };
  });
}

/** Throws InputError with WrongPassword, or TooManyAttempts; false where a password does not say that it is the member. */
async function isTheMember(ctx: StrangerCtx, code: string, password: string): Promise<boolean> {
  const judged = await inOwnTransaction(ctx, async (tx) => {
    const { side, member, change, accountId } = await find(tx, code);
    const factors = await factorsOf(tx.db, member.id);
    const isEnough = passwordAgrees(member, change, factors, { isFactorShown: false });
    if (side === 'new' && change.agreed_at === null && !isEnough) throw new AppError('AgreeByMail');
    return { isAsked: side === 'new' && change.agreed_at === null, memberId: member.id, hash: member.password_hash, accountId };
  });
  if (judged.isAsked) await judgeConfirmation(ctx, judged.memberId, judged.hash, password);
  return judged.isAsked;
}
