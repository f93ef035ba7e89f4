import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { HandlerData } from '@spora/contract/endpoint';
import type { signIn as signInEndpoint, SignedInUser } from '@spora/contract/auth';
import { SESSION_MAX_S, SESSION_UNREMEMBERED_MAX_S, SIGN_IN_ATTEMPTS } from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { type Actor, type Ctx, inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { isPassword } from '../../platform/security-password.ts';
import { rateKeyOf } from '../../platform/security-rate.ts';
import { hashOfToken, memberOfSession } from '../../platform/session-gate.ts';
import * as repository from './repository.ts';
import { attemptKeyOf } from './rules.ts';

interface Caller {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * Opens a session. An unknown name, a wrong password, a disabled member and another brand's member answer alike and take
 * the same work. Runs outside a transaction: a failed attempt is counted although the call is refused.
 */
export async function signIn(
  ctx: Ctx<Extract<Actor, { kind: 'stranger' }>>,
  input: z.output<(typeof signInEndpoint)['body']>,
  caller: Caller,
): Promise<HandlerData<typeof signInEndpoint>> {
  const now = ctx.now();
  const attempt = attemptKeyOf(input.username, rateKeyOf(caller.address));
  const failures = await repository.beginAttempt(ctx.db, attempt, now);
  if (failures === null) throw new AppError('TooManyAttempts');

  const candidate = await repository.candidateByName(ctx.db, input.username);
  const isRight = await isPassword(candidate?.passwordHash, input.password);
  if (!candidate || !isRight || candidate.isDisabled || candidate.subsiteId !== input.subsiteid) {
    ctx.log.info({ left: SIGN_IN_ATTEMPTS - failures }, 'sign-in refused');
    throw new AppError('InvalidLogin', { params: { count: Math.max(0, SIGN_IN_ATTEMPTS - failures) } });
  }

  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashOfToken(token);
  await repository.insertSession(ctx.db, {
    memberId: candidate.memberId,
    tokenHash,
    isRemembered: input.remember_me,
    userAgent: caller.userAgent,
    at: now,
    until: new Date(now.getTime() + (input.remember_me ? SESSION_MAX_S : SESSION_UNREMEMBERED_MAX_S) * 1000),
  });
  await repository.clearAttempts(ctx.db, attempt);
  const actor = await memberOfSession(ctx.db, tokenHash, now);
  // Disabled between the two statements.
  if (!actor) throw new AppError('InvalidLogin', { params: { count: 0 } });
  ctx.log.info({ account: actor.accountId, session: actor.sessionId }, 'signed in');
  const user = await inTransaction({ ...ctx, actor }, (member) => signedInUser(member));
  return { pending: false, user: { ...user, token } };
}

/** Ends the session of this call; its token opens nothing from now on. */
export async function signOut({ db, actor, log }: MemberCtx): Promise<Record<string, never>> {
  await repository.deleteSession(db, actor.accountId, actor.sessionId);
  log.info({ account: actor.accountId, session: actor.sessionId }, 'signed out');
  return {};
}

export async function me(ctx: MemberCtx): Promise<{ user: SignedInUser }> {
  return { user: await signedInUser(ctx) };
}

async function signedInUser({ db, actor }: MemberCtx): Promise<SignedInUser> {
  const profile = await repository.profileOf(db, actor.accountId, actor.memberId);
  return {
    ID: profile.id,
    FullName: profile.full_name,
    Email: profile.email,
    IsAdmin: profile.is_admin,
    RealTimeMap: profile.real_time_map,
    ParentID: String(actor.accountId),
    EnableTwoFactorAuth: false,
    userHasOnlyBasSubscription: false,
    TimeZone: profile.time_zone,
    Currency: profile.currency,
    AccountName: profile.account_name,
    SubsiteID: profile.subsite_id,
  };
}
