import type { FreshProof } from '@spora/contract/auth/proof';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { blocked, codeAttempts } from './attempt-limits.ts';
import * as attempts from './attempts.ts';
import { readFactorCode, takeFactorCode } from './factor-code.ts';
import { factorsOf, isStrong } from './factors.ts';
import { judgeAnswer, noteUse, passkeyOf } from './passkeys.ts';
import { confirmPassword } from './password.ts';

/**
 * Asks who is signed in to prove it again (ASVS 7.5.1): by the password, and where they have an app or a passkey by one of these too, or
 * by a recovery code. Throws InputError at `password` or `code`, TooManyAttempts, TooManyCodeAttempts or PasskeyRefused. Mount with
 * `transaction: 'none'`, since a failure is counted although the call is refused, and write in `inTransaction` afterwards.
 */
export async function requireFreshProof(ctx: MemberCtx, proof: FreshProof): Promise<void> {
  await confirmPassword(ctx, ctx.actor.memberId, proof.password);
  const factors = await factorsOf(ctx.db, ctx.actor.memberId);
  if (!isStrong(factors)) return;
  if (proof.passkey) return requirePasskey(ctx, proof.passkey);
  if (!proof.code) throw new InputError({ code: ['SecondFactorNeeded'] });
  await requireCode(ctx, proof.code);
}

async function requirePasskey(ctx: MemberCtx, answer: NonNullable<FreshProof['passkey']>): Promise<void> {
  const { actor, now } = ctx;
  const passkey = await inTransaction(ctx, ({ db }) => passkeyOf(db, actor, answer));
  const counter = await judgeAnswer(ctx, answer, passkey, { purpose: 'proof', sessionId: actor.sessionId });
  const isFirst = await inTransaction(ctx, ({ db }) => noteUse(db, actor.accountId, passkey.id, counter, now()));
  if (!isFirst) throw new InputError({ code: ['PasskeyRefused'] });
}

/** Counted with the codes of signing in (TFA-019): a session left open is no way to try more of them. */
async function requireCode(ctx: MemberCtx, typed: string): Promise<void> {
  const now = ctx.now();
  const attempt = await attempts.begin(ctx.db, codeAttempts(ctx.actor.memberId), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyCodeAttempts', attempt.blockedUntil, now);
  const code = await readFactorCode(ctx, typed);
  if ((await inTransaction(ctx, (tx) => takeFactorCode(tx, code))) === null) throw new InputError({ code: ['WrongFactorCode'] });
  await attempts.takeBack(ctx.db, attempt);
}
