import type { z } from 'zod';
import type { HandlerData } from '@spora/contract/endpoint';
import type { requestCode as requestEndpoint, verifyCode as verifyEndpoint } from '@spora/contract/auth/endpoints';
import {
  CODE_ATTEMPTS_SPAN_S,
  CODE_FIRST_WAIT_S,
  CODE_LIFE_S,
  CODE_NEXT_WAIT_S,
  TRUSTED_BROWSER_S,
} from '@spora/contract/limits';
import { AppError } from '../../../platform/app-error.ts';
import { audit } from '../../../core/people/audit.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { inTransaction, type PendingCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { rateKeyOf } from '../../../platform/http/rate.ts';
import { hashOfToken } from '../../../platform/http/session-gate.ts';
import * as attempts from '../../../core/people/attempts.ts';
import { factorsOf, signInFactors } from '../../../core/people/factors.ts';
import { blocked, codeAttempts, codeSends, ownKeyOf } from '../../../core/people/attempt-limits.ts';
import { requireOneself } from '../policy.ts';
import { openSession } from '../service.ts';
import * as sessions from '../../../core/people/sessions.ts';
import { browserName } from '../sessions/rules.ts';
import * as repository from './repository.ts';
import { hashOfCode, hasMailbox, judgeCode, maskEmail, newCode, resendWaitS } from '../../../core/people/sign-in-code.ts';
import { newToken } from '../../../core/people/sessions.ts';
import { profileOf } from '../../../core/people/signed-in-user.ts';

interface Caller {
  readonly address: string;
  readonly userAgent: string;
  readonly codeKey: Buffer | null;
}

/** The gate lets nobody in without a token of our form, which the key is made of. */
function keyOf({ codeKey }: Caller): Buffer {
  if (!codeKey) throw new AppError('Unauthenticated');
  return codeKey;
}

/** Sends a code to the member's own address; the one before it ends. */
export async function requestCode(
  ctx: PendingCtx,
  input: z.output<(typeof requestEndpoint)['body']>,
  caller: Caller,
): Promise<HandlerData<typeof requestEndpoint>> {
  requireOneself(ctx.actor, input.user_id);
  if (!ctx.ports.mail.isAvailable) throw new AppError('InvalidEmail2FA');
  const now = ctx.now();
  const { actor } = ctx;
  if (!signInFactors(await factorsOf(ctx.db, actor.memberId)).includes('mail')) throw new AppError('FactorNotAvailable');
  return inTransaction(ctx, async ({ db }) => {
    const profile = await profileOf(db, actor.accountId, actor.memberId);
    if (!hasMailbox(profile.email)) throw new AppError('InvalidEmail2FA');
    const pause = await attempts.blockedUntil(db, codeAttempts(actor.memberId), now);
    if (pause) throw blocked('TooManyCodeAttempts', pause, now);
    // Holds the counter until the transaction ends, so that two calls side by side send one code.
    const sent = await attempts.begin(db, codeSends(actor.memberId), now);
    if ('blockedUntil' in sent) throw blocked('TooManyCodes', sent.blockedUntil, now);
    const [newest] = await repository.codesOf(db, actor);
    const waitS = resendWaitS(newest, now);
    if (waitS > 0) throw new AppError('CodeTooSoon', { retryAfterS: waitS });

    const code = newCode();
    const until = new Date(now.getTime() + CODE_LIFE_S * 1000);
    const id = await repository.insertCode(db, actor, { codeHash: hashOfCode(keyOf(caller), code), at: now, until });
    await orderMail(db, {
      template: 'sign-in-code',
      params: { code, minutes: CODE_LIFE_S / 60 },
      to: profile.email,
      language: input.lang,
      subsiteId: profile.subsite_id,
      accountId: actor.accountId,
      at: now,
      expiresAt: until,
      dedupKey: `sign-in-code:${id}`,
    });
    return { wait_s: newest ? CODE_NEXT_WAIT_S : CODE_FIRST_WAIT_S, sent_to: maskEmail(profile.email) };
  });
}

type VerifyAnswer = HandlerData<typeof verifyEndpoint>;

/**
 * Opens the session that the code was asked for, under a new token. A wrong code stays counted although the call is refused: mounted
 * without a transaction, and what it writes is committed before it throws.
 */
export async function verifyCode(
  ctx: PendingCtx,
  input: z.output<(typeof verifyEndpoint)['body']>,
  caller: Caller,
): Promise<VerifyAnswer> {
  requireOneself(ctx.actor, input.user_id);
  const outcome = await inTransaction(ctx, (tx) => verdictOn(tx, input, caller));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

async function verdictOn(
  ctx: PendingCtx,
  input: z.output<(typeof verifyEndpoint)['body']>,
  caller: Caller,
): Promise<VerifyAnswer | AppError> {
  const { db, actor } = ctx;
  const now = ctx.now();
  const attempt = await attempts.begin(db, codeAttempts(actor.memberId), now);
  if ('blockedUntil' in attempt) return blocked('TooManyCodeAttempts', attempt.blockedUntil, now);
  const issued = await repository.codesOf(db, actor);
  const verdict = judgeCode(issued, hashOfCode(keyOf(caller), input.code), now);
  if (verdict.kind === 'wrong') {
    const isOver = verdict.key === 'TooManyCodeAttempts';
    if (issued[0]) await repository.noteWrong(db, actor, issued[0].id, isOver ? now : null);
    await auditRefusal(ctx, verdict.key);
    return new AppError(verdict.key, isOver ? { retryAfterS: CODE_ATTEMPTS_SPAN_S } : {});
  }
  await attempts.takeBack(db, attempt);
  await attempts.forget(db, codeSends(actor.memberId));
  return finishSignIn(ctx, { wantsTrust: input.trust_browser, secondFactor: 'code' }, caller);
}

/** The second step was right: the waiting session ends, a full one begins. */
export async function finishSignIn(
  ctx: PendingCtx,
  { wantsTrust, secondFactor }: { readonly wantsTrust: boolean; readonly secondFactor: 'code' | 'app' | 'recovery' | 'passkey' },
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
): Promise<VerifyAnswer> {
  const { db, actor } = ctx;
  const { memberId } = actor;
  // A reset that runs at this moment ends the waiting session before, or the full one after.
  await sessions.holdMember(db, actor.accountId, memberId);
  // Used up: the codes go with the session that asked for them.
  if (!(await sessions.deleteSession(db, actor.accountId, memberId, actor.sessionId))) throw new AppError('Unauthenticated');
  const trusted = wantsTrust ? await trustBrowser(ctx, userAgent) : null;
  const user = await openSession(ctx, {
    memberId,
    isRemembered: actor.isRemembered,
    userAgent,
    browserId: trusted?.id ?? null,
    judgedHash: null,
    secondFactor,
  });
  await attempts.rememberKnown(db, ownKeyOf(user.Email, rateKeyOf(address)), ctx.now());
  return { user, device_token: trusted?.token ?? null, device_expires_at: trusted?.until.toISOString() ?? null };
}

/** The token is told once; its hash is all that is kept (DEC-15). */
async function trustBrowser(ctx: PendingCtx, userAgent: string): Promise<{ id: number; token: string; until: Date }> {
  const { accountId, memberId } = ctx.actor;
  const token = newToken();
  const at = ctx.now();
  const until = new Date(at.getTime() + TRUSTED_BROWSER_S * 1000);
  const id = await sessions.insertBrowser(ctx.db, { accountId, memberId, tokenHash: hashOfToken(token), userAgent, at, until });
  await audit(ctx, 'browser-trusted', '', { browser: browserName(userAgent) });
  return { id, token, until };
}

export async function auditRefusal({ db, actor, now, log }: PendingCtx, reason: string): Promise<void> {
  const { full_name: subject } = await profileOf(db, actor.accountId, actor.memberId);
  const details = { member: actor.memberId, reason };
  await writeAudit(db, {
    accountId: actor.accountId,
    at: now(),
    actor: { kind: 'stranger' },
    action: 'code-refused',
    subject,
    details,
  });
  log.info({ account: actor.accountId, reason }, 'a sign-in code was refused');
}
