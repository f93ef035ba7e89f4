import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import {
  CODE_ATTEMPTS_SPAN_S,
  CODE_FIRST_WAIT_S,
  CODE_LIFE_S,
  CODE_NEXT_WAIT_S,
  LOCKOUT_S,
  PENDING_SESSION_S,
  SIGN_IN_ATTEMPTS,
  SUPPORT_SESSION_MAX_S,
} from '@spora/contract/limits';
import type {
  supportMe,
  supportRequestCode as requestEndpoint,
  supportSignIn as signInEndpoint,
  supportVerifyCode as verifyEndpoint,
} from '@spora/contract/support/endpoints';
import { AppError } from '../../../platform/app-error.ts';
import { type Ctx, inTransaction, type PendingSupportCtx, type StrangerCtx, type SupportCtx } from '../../../platform/ctx.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { inPlaceOf } from '../../../core/people/password.ts';
import { isPasswordHere } from '../../../platform/secrets/password.ts';
import { rateKeyOf } from '../../../platform/http/rate.ts';
import { hashOfToken, supportOfSession } from '../../../platform/http/session-gate.ts';
import { noteAct } from '../repository.ts';
import * as repository from './repository.ts';
import { begin, blockedUntil, forget, judged, takeBack } from '../../../core/people/attempts.ts';
import { blocked, codeAttempts, codeSends, signInCount } from '../../../core/people/attempt-limits.ts';
import { hashOfCode, judgeCode, maskEmail, newCode, resendWaitS } from '../../../core/people/sign-in-code.ts';
import { newToken } from '../../../core/people/sessions.ts';

interface Caller {
  readonly address: string;
  readonly codeKey: Buffer | null;
}

/** The staff's mail bears the first brand: they work for all of them. */
const STAFF_BRAND = 0;
/** So that the staff's counters are none of a member's with the same name or number. */
const nameOf = (email: string): string => `support:${email}`;
const counterOf = (staffId: number): string => `support-${staffId}`;
const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

function keyOf({ codeKey }: Caller): Buffer {
  if (!codeKey) throw new AppError('Unauthenticated');
  return codeKey;
}

/**
 * Judges the password of one of the staff, by the counting that members have (DEC-63, DEC-81): unknown and wrong answer alike. The
 * token waits for the code, which nobody of the staff is spared. Runs outside a transaction: a failure stays counted.
 */
export async function signIn(
  ctx: StrangerCtx,
  { body }: HandlerInput<typeof signInEndpoint>,
  { address }: Pick<Caller, 'address'>,
): Promise<CallData<typeof signInEndpoint>> {
  const who = { username: nameOf(body.email), address, deviceHash: null };
  return inPlaceOf(ctx, who, () => signInHere(ctx, body, address));
}

async function signInHere(
  ctx: StrangerCtx,
  body: HandlerInput<typeof signInEndpoint>['body'],
  address: string,
): Promise<CallData<typeof signInEndpoint>> {
  const now = ctx.now();
  const candidate = await repository.candidateByEmail(ctx.db, body.email);
  const attempt = await begin(ctx.db, signInCount(nameOf(body.email), rateKeyOf(address), null), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyAttempts', attempt.blockedUntil, now);
  const isRight = await judged(ctx.db, attempt, () => isPasswordHere(candidate?.passwordHash, body.password));
  if (!candidate || !isRight) {
    const left = Math.max(0, SIGN_IN_ATTEMPTS - attempt.failures);
    if (candidate) await noteAct(ctx.db, candidate.staffId, now, { action: 'sign-in-refused' });
    ctx.log.info({ left }, 'sign-in of support staff refused');
    throw new AppError('InvalidLogin', { params: { count: left }, ...(left === 0 ? { retryAfterS: LOCKOUT_S } : {}) });
  }
  await takeBack(ctx.db, attempt);
  if (candidate.isDisabled) throw new AppError('InvalidMember');
  const token = newToken();
  const isOpen = await repository.insertSession(ctx.db, {
    staffId: candidate.staffId,
    tokenHash: hashOfToken(token),
    at: now,
    until: later(now, PENDING_SESSION_S),
    isPending: true,
    judgedHash: candidate.passwordHash,
  });
  if (!isOpen) throw new AppError('InvalidLogin', { params: { count: SIGN_IN_ATTEMPTS } });
  return { token };
}

/** Sends a code to the staff member's own address; the one before it ends. */
export async function requestCode(
  ctx: PendingSupportCtx,
  { body }: HandlerInput<typeof requestEndpoint>,
  caller: Caller,
): Promise<CallData<typeof requestEndpoint>> {
  requireMail(ctx);
  const now = ctx.now();
  const { staffId, sessionId, email } = ctx.actor;
  return inTransaction(ctx, async ({ db }) => {
    const pause = await blockedUntil(db, codeAttempts(counterOf(staffId)), now);
    if (pause) throw blocked('TooManyCodeAttempts', pause, now);
    const sent = await begin(db, codeSends(counterOf(staffId)), now);
    if ('blockedUntil' in sent) throw blocked('TooManyCodes', sent.blockedUntil, now);
    const [newest] = await repository.codesOf(db, sessionId);
    const waitS = resendWaitS(newest, now);
    if (waitS > 0) throw new AppError('CodeTooSoon', { retryAfterS: waitS });
    const code = newCode();
    const until = later(now, CODE_LIFE_S);
    const id = await repository.insertCode(db, sessionId, { codeHash: hashOfCode(keyOf(caller), code), at: now, until });
    await orderMail(db, {
      template: 'sign-in-code',
      params: { code, minutes: CODE_LIFE_S / 60 },
      to: email,
      language: body.lang,
      subsiteId: STAFF_BRAND,
      accountId: null,
      at: now,
      expiresAt: until,
      dedupKey: `support-code:${id}`,
    });
    return { wait_s: newest ? CODE_NEXT_WAIT_S : CODE_FIRST_WAIT_S, sent_to: maskEmail(email) };
  });
}

function requireMail({ ports }: Ctx): void {
  if (!ports.mail.isAvailable) throw new AppError('InvalidEmail2FA');
}

/** Opens the session that the code was asked for. A wrong code stays counted although the call is refused. */
export async function verifyCode(
  ctx: PendingSupportCtx,
  { body }: HandlerInput<typeof verifyEndpoint>,
  caller: Caller,
): Promise<CallData<typeof verifyEndpoint>> {
  requireCodeKey(caller);
  const outcome = await inTransaction(ctx, (tx) => verdictOn(tx, body.code, caller));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

const requireCodeKey = (caller: Caller): void => void keyOf(caller);

async function verdictOn(
  ctx: PendingSupportCtx,
  code: string,
  caller: Caller,
): Promise<CallData<typeof verifyEndpoint> | AppError> {
  const { db, actor } = ctx;
  const now = ctx.now();
  const attempt = await begin(db, codeAttempts(counterOf(actor.staffId)), now);
  if ('blockedUntil' in attempt) return blocked('TooManyCodeAttempts', attempt.blockedUntil, now);
  const issued = await repository.codesOf(db, actor.sessionId);
  const verdict = judgeCode(issued, hashOfCode(keyOf(caller), code), now);
  if (verdict.kind === 'wrong') {
    const isOver = verdict.key === 'TooManyCodeAttempts';
    if (issued[0]) await repository.noteWrong(db, issued[0].id, isOver ? now : null);
    await noteAct(db, actor.staffId, now, { action: 'code-refused' });
    return new AppError(verdict.key, isOver ? { retryAfterS: CODE_ATTEMPTS_SPAN_S } : {});
  }
  if (!(await repository.deleteSession(db, actor.sessionId))) return new AppError('Unauthenticated');
  await takeBack(db, attempt);
  await forget(db, codeSends(counterOf(actor.staffId)));
  return openSession(ctx);
}

async function openSession({ db, actor, now, log }: PendingSupportCtx): Promise<CallData<typeof verifyEndpoint>> {
  const token = newToken();
  const at = now();
  const until = later(at, SUPPORT_SESSION_MAX_S);
  const session = { staffId: actor.staffId, tokenHash: hashOfToken(token), at, until, isPending: false, judgedHash: null };
  const isOpen = await repository.insertSession(db, session);
  const staff = isOpen && (await supportOfSession(db, session.tokenHash, at));
  if (!staff) throw new AppError('InvalidMember');
  await noteAct(db, actor.staffId, at, { action: 'signed-in' });
  log.info({ staff: actor.staffId }, 'support staff signed in');
  return { token, staff: { full_name: staff.staffName, email: staff.email, language: staff.language } };
}

export async function signOut({ db, actor, now }: SupportCtx): Promise<Record<string, never>> {
  await noteAct(db, actor.staffId, now(), { action: 'signed-out' });
  await repository.deleteSession(db, actor.sessionId);
  return {};
}

export const me = ({ actor }: SupportCtx): CallData<typeof supportMe> => ({
  staff: { full_name: actor.staffName, email: actor.email, language: actor.language },
});
