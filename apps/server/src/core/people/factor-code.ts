import { LANGUAGES, type Language } from '@spora/messages/languages';
import type { MemberCtx, PendingCtx } from '../../platform/ctx.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { audit } from './audit.ts';
import { type FactorOwner, takeAppCode } from './authenticator-app.ts';
import { countRecoveryCodes, hashOfRecoveryCode, readRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { profileOf } from './signed-in-user.ts';

type OwnCtx = MemberCtx | PendingCtx;

/** A typed code, made ready to be judged. */
export interface TypedCode {
  readonly digits: string | null;
  readonly recoveryHash: Buffer | null;
}

/** Reads what was typed as a code of the app or as a recovery code. Takes a while for the latter: outside a transaction. */
export async function readFactorCode(ctx: OwnCtx, typed: string): Promise<TypedCode> {
  const digits = typed.replace(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) return { digits, recoveryHash: null };
  if (readRecoveryCode(typed) === null) return { digits: null, recoveryHash: null };
  return { digits: null, recoveryHash: await hashOfRecoveryCode(ctx, ctx.actor, typed) };
}

/** Judges a code and uses it up; null for a wrong one. Whose recovery code was used is told by mail. Counting is the caller's matter. */
export async function takeFactorCode(ctx: OwnCtx, { digits, recoveryHash }: TypedCode): Promise<'app' | 'recovery' | null> {
  const { db, actor, now } = ctx;
  if (digits !== null) return (await takeAppCode(ctx, actor, digits)) ? 'app' : null;
  if (recoveryHash === null || !(await takeRecoveryCode(db, actor, recoveryHash, now()))) return null;
  await tellRecoveryCodeUsed(ctx, actor);
  return 'recovery';
}

async function tellRecoveryCodeUsed({ db, now }: OwnCtx, owner: FactorOwner): Promise<void> {
  const left = await countRecoveryCodes(db, owner);
  const profile = await profileOf(db, owner.accountId, owner.memberId);
  await audit({ db, now, actor: owner }, 'recovery-code-used', profile.full_name, { member: owner.memberId, count: left });
  await orderMail(db, {
    template: 'recovery-code-used',
    params: { fullName: profile.full_name, left },
    to: profile.email,
    language: languageOf(profile.language),
    subsiteId: profile.subsite_id,
    accountId: owner.accountId,
    at: now(),
  });
}

const languageOf = (text: string): Language => LANGUAGES.find((each) => each === text) ?? 'en';
