import type { Kysely } from 'kysely';
import { LOCKOUT_S, SIGN_IN_ATTEMPTS } from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { type AccountId, type Ctx, inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { passwordFault } from '../../platform/secrets/common-passwords.ts';
import { inPlace, isPassword, isPasswordHere } from '../../platform/secrets/password.ts';
import { rateKeyOf } from '../../platform/http/rate.ts';
import * as attempts from './attempts.ts';
import { blocked, confirmations, emailChanges, linkConfirmations, ownKeyOf, signInCount } from './attempt-limits.ts';
import { isKnownCaller } from './known-callers.ts';
import { findBrowser } from './sessions.ts';
import { candidateByName, isPasswordShut, noteRefusal, type SignInCandidate } from './sign-in-candidate.ts';
import type { Db } from '../../platform/database/db.generated.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  /** Of the token that a trusted browser shows. */
  readonly deviceHash: Buffer | null;
}

/** A name whose password was right; whether anything opens for it is another matter. */
export interface Judged {
  readonly candidate: SignInCandidate;
  /** The trusted browser of this member that the call came from. */
  readonly browserId: number | null;
  /** Of the name and the address. */
  readonly ownKey: Buffer;
}

/**
 * Whose name and password these are. An unknown name and a wrong password answer alike and take the same work (DEC-81). Needs
 * `ctx.db` outside a transaction: a failure is counted although the call is refused. Throws InvalidLogin with the attempts
 * left, or TooManyAttempts; TooManyRequests at once, before anything is looked up, where too many strangers wait.
 */
export async function judgePassword(ctx: Ctx, credentials: Credentials): Promise<Judged> {
  requireNoTransaction(ctx);
  return inPlaceOf(ctx, credentials, () => judgeHere(ctx, credentials));
}

/** What anybody may ask for by a name, and costs the database or a core: who is known by it goes before strangers. */
export function inPlaceOf<T>(
  ctx: Ctx,
  { username, address, deviceHash }: Omit<Credentials, 'password'>,
  work: () => Promise<T>,
): Promise<T> {
  const own = ownKeyOf(username, rateKeyOf(address));
  return inPlace(() => isKnownCaller(ctx, deviceHash ? [own, deviceHash] : [own]), work);
}

async function judgeHere(ctx: Ctx, { username, password, address, deviceHash }: Credentials): Promise<Judged> {
  const now = ctx.now();
  const caller = rateKeyOf(address);
  const candidate = await candidateByName(ctx.db, username);
  const browser = deviceHash && (await findBrowser(ctx.db, deviceHash, now));
  const browserId = browser && browser.memberId === candidate?.memberId ? browser.id : null;

  const attempt = await attempts.begin(ctx.db, signInCount(username, caller, browserId), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyAttempts', attempt.blockedUntil, now);
  const isRight = await attempts.judged(ctx.db, attempt, () => isPasswordHere(candidate?.passwordHash, password));
  if (!candidate || !isRight) {
    const left = Math.max(0, SIGN_IN_ATTEMPTS - attempt.failures);
    await noteRefusal(ctx.db, candidate?.memberId, now, 'password');
    ctx.log.info({ left }, 'sign-in refused');
    throw new AppError('InvalidLogin', { params: { count: left }, ...(left === 0 ? { retryAfterS: LOCKOUT_S } : {}) });
  }
  await attempts.takeBack(ctx.db, attempt);
  return { candidate, browserId, ownKey: ownKeyOf(username, caller) };
}

/** DEC-81: what stands in the way beside the password is told only to who knows it. */
export async function requireOpenDoor(
  ctx: Ctx,
  { candidate }: { readonly candidate: Pick<SignInCandidate, 'memberId' | 'subsiteId' | 'isClosed' | 'isDisabled'> },
  subsiteId: number,
): Promise<void> {
  const [key, reason] =
    candidate.subsiteId !== subsiteId
      ? (['InvalidUserSubsite', 'brand'] as const)
      : candidate.isClosed
        ? (['InvalidSiteAccess', 'closed'] as const)
        : candidate.isDisabled
          ? (['InvalidMember', 'disabled'] as const)
          : [];
  if (!key) return;
  await noteRefusal(ctx.db, candidate.memberId, ctx.now(), reason);
  ctx.log.info({ reason }, 'sign-in refused');
  throw new AppError(key);
}

/** ADM-020: where the account lets members in by their organisation alone, which is told only to who knows the password or holds the passkey. */
export async function requireOwnWayIn(
  ctx: Ctx,
  { candidate }: { readonly candidate: Pick<SignInCandidate, 'memberId'> },
): Promise<void> {
  if (!(await isPasswordShut(ctx.db, candidate.memberId))) return;
  await noteRefusal(ctx.db, candidate.memberId, ctx.now(), 'organisation');
  ctx.log.info({ reason: 'organisation' }, 'sign-in refused');
  throw new AppError('SignInByOrganisation');
}

/**
 * The member that a name and password belong to, without a session: same counting and same answers as signing in, on the brand
 * given. Throws InvalidLogin, TooManyAttempts, InvalidUserSubsite, InvalidSiteAccess or InvalidMember. Mount with `transaction: 'none'`.
 */
export async function verifyPasswordOf(
  ctx: Ctx,
  {
    subsiteId,
    ...credentials
  }: Omit<Credentials, 'deviceHash'> & { readonly subsiteId: number; readonly deviceHash?: Buffer | null },
): Promise<{ memberId: number; accountId: number }> {
  const judged = await judgePassword(ctx, { deviceHash: null, ...credentials });
  await requireOpenDoor(ctx, judged, subsiteId);
  return { memberId: judged.candidate.memberId, accountId: judged.candidate.accountId };
}

/**
 * Asks a signed-in member for the password again before something that must not happen on a screen left open. Five wrong ones block it
 * for an hour. Throws InputError with WrongPassword at `field`, or TooManyAttempts. Mount with `transaction: 'none'`, since a
 * failure is counted although the call is refused, and write in `inTransaction` afterwards.
 */
export async function confirmPassword(
  ctx: MemberCtx,
  memberId: number,
  password: string,
  { field = 'password' }: { readonly field?: string } = {},
): Promise<void> {
  requireNoTransaction(ctx);
  const now = ctx.now();
  const attempt = await attempts.begin(ctx.db, confirmations(memberId), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyAttempts', attempt.blockedUntil, now);
  const hash = await inTransaction(ctx, ({ db, actor }) => hashOfMember(db, actor.accountId, memberId));
  if (!(await attempts.judged(ctx.db, attempt, () => isPassword(hash, password))))
    throw new InputError({ [field]: ['WrongPassword'] });
  await attempts.takeBack(ctx.db, attempt);
}

/**
 * Whether somebody on a page without a session knows a member's password, `hash`. Counted apart from the member's own: who holds a link
 * must not be able to shut them out. Throws InputError with WrongPassword, or TooManyAttempts. `ctx.db` as for `confirmPassword`.
 */
export async function judgeConfirmation(ctx: Ctx, memberId: number, hash: string, password: string): Promise<void> {
  requireNoTransaction(ctx);
  const now = ctx.now();
  const attempt = await attempts.begin(ctx.db, linkConfirmations(memberId), now);
  if ('blockedUntil' in attempt) throw blocked('TooManyAttempts', attempt.blockedUntil, now);
  if (!(await attempts.judged(ctx.db, attempt, () => isPassword(hash, password))))
    throw new InputError({ password: ['WrongPassword'] });
  await attempts.takeBack(ctx.db, attempt);
}

/** Counts a change of a member's e-mail address, which is to follow. Throws TooManyRequests. Mount as for `confirmPassword`. */
export async function countEmailChange(ctx: MemberCtx): Promise<void> {
  requireNoTransaction(ctx);
  const now = ctx.now();
  const change = await attempts.begin(ctx.db, emailChanges(ctx.actor.memberId), now);
  if ('blockedUntil' in change) throw blocked('TooManyRequests', change.blockedUntil, now);
}

export interface OwnWords {
  readonly email: string;
  /** Of the person, the company. */
  readonly names?: readonly string[];
  /** Where the error is shown. */
  readonly field?: string;
}

/** Throws InputError with PasswordTooCommon for a password that many people use, PasswordOwnWords for one that the person's own address or name gives away (SEC-017). */
export function checkNewPassword(password: string, { email, names = [], field = 'password' }: OwnWords): void {
  const guessed = passwordFault(password, [email, ...names]);
  if (guessed) throw new InputError({ [field]: [guessed] });
}

function requireNoTransaction({ db }: Ctx): void {
  if (db.isTransaction) throw new Error('A failed attempt must stay counted: mount this endpoint with transaction "none".');
}

export const hashOfMember = async (db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .select('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
};
