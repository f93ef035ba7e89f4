import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type {
  passkeyStep as stepEndpoint,
  verifyFactor as verifyEndpoint,
  verifyPasskey as passkeyEndpoint,
} from '@spora/contract/auth/endpoints';
import { CODE_ATTEMPTS_SPAN_S } from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type PendingCtx } from '../../platform/ctx.ts';
import * as attempts from '../../core/people/attempts.ts';
import { blocked, codeAttempts } from '../../core/people/attempt-limits.ts';
import { readFactorCode, takeFactorCode, type TypedCode } from '../../core/people/factor-code.ts';
import {
  judgeAnswer,
  noteUse,
  passkeyHostOf,
  passkeyOf,
  type PasskeyPlace,
  passkeysOf,
  requestOptions,
} from '../../core/people/passkeys.ts';
import { auditRefusal, finishSignIn } from './code/service.ts';
import { requireOneself } from './policy.ts';

interface Caller {
  readonly address: string;
  readonly userAgent: string;
}
type VerifyAnswer = HandlerData<typeof verifyEndpoint>;

/**
 * The second step by a code of the app or a recovery code. A wrong one stays counted, with those of mail, although the call is refused:
 * mounted without a transaction, and what it writes is committed before it throws.
 */
export async function verifyFactor(
  ctx: PendingCtx,
  { body }: HandlerInput<typeof verifyEndpoint>,
  caller: Caller,
): Promise<VerifyAnswer> {
  const { actor } = ctx;
  requireOneself(actor, body.user_id);
  // Before the slow hash of a recovery code.
  const pause = await attempts.blockedUntil(ctx.db, codeAttempts(actor.memberId), ctx.now());
  if (pause) throw blocked('TooManyCodeAttempts', pause, ctx.now());
  const code = await readFactorCode(ctx, body.code);
  const outcome = await inTransaction(ctx, (tx) => verdictOn(tx, code, body.trust_browser, caller));
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

async function verdictOn(
  ctx: PendingCtx,
  code: TypedCode,
  wantsTrust: boolean,
  caller: Caller,
): Promise<VerifyAnswer | AppError> {
  const { db, actor, now } = ctx;
  const attempt = await attempts.begin(db, codeAttempts(actor.memberId), now());
  if ('blockedUntil' in attempt) return blocked('TooManyCodeAttempts', attempt.blockedUntil, now());
  const secondFactor = await takeFactorCode(ctx, code);
  if (secondFactor === null) {
    await auditRefusal(ctx, 'WrongFactorCode');
    const isLast = (await attempts.blockedUntil(db, codeAttempts(actor.memberId), now())) !== null;
    if (isLast) return new AppError('TooManyCodeAttempts', { retryAfterS: CODE_ATTEMPTS_SPAN_S });
    return new AppError('WrongFactorCode', { status: 422 });
  }
  await attempts.takeBack(db, attempt);
  return finishSignIn(ctx, { wantsTrust, secondFactor }, caller);
}

/** Throws FactorNotAvailable for who has no passkey of this address. */
export async function passkeyStep(
  ctx: PendingCtx,
  { body }: HandlerInput<typeof stepEndpoint>,
  place: PasskeyPlace,
): Promise<HandlerData<typeof stepEndpoint>> {
  const { actor } = ctx;
  requireOneself(actor, body.user_id);
  const host = passkeyHostOf(ctx, place);
  const known = (await passkeysOf(ctx.db, actor)).filter((passkey) => passkey.host === host);
  if (known.length === 0) throw new AppError('FactorNotAvailable');
  const options = await requestOptions(ctx, { purpose: 'second-step', sessionId: actor.sessionId, host, known });
  return { options: { ...options } };
}

/** The second step by a passkey. */
export async function verifyPasskey(
  ctx: PendingCtx,
  { body }: HandlerInput<typeof passkeyEndpoint>,
  caller: Caller,
): Promise<VerifyAnswer> {
  const { actor, now } = ctx;
  requireOneself(actor, body.user_id);
  const judged = await judge(ctx, body.passkey);
  return inTransaction(ctx, async (tx) => {
    if (!(await noteUse(tx.db, actor.accountId, judged.id, judged.counter, now())))
      throw new AppError('PasskeyRefused', { status: 422 });
    return finishSignIn(tx, { wantsTrust: body.trust_browser, secondFactor: 'passkey' }, caller);
  });
}

async function judge(
  ctx: PendingCtx,
  answer: HandlerInput<typeof passkeyEndpoint>['body']['passkey'],
): Promise<{ id: number; counter: number }> {
  const { actor } = ctx;
  try {
    const passkey = await inTransaction(ctx, ({ db }) => passkeyOf(db, actor, answer));
    const counter = await judgeAnswer(ctx, answer, passkey, { purpose: 'second-step', sessionId: actor.sessionId });
    return { id: passkey.id, counter };
  } catch (error) {
    if (error instanceof AppError) await inTransaction(ctx, (tx) => auditRefusal(tx, error.key));
    throw error;
  }
}
