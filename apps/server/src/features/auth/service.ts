import type { z } from 'zod';
import type { HandlerData } from '@spora/contract/endpoint';
import type { signIn as signInEndpoint } from '@spora/contract/auth/endpoints';
import { PENDING_SESSION_S, SESSION_MAX_S, SESSION_UNREMEMBERED_MAX_S, SIGN_IN_ATTEMPTS } from '@spora/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { type Ctx, type MemberActor, type MemberCtx, setAccount, type StrangerCtx } from '../../platform/ctx.ts';
import { hashOfToken, memberOfSession } from '../../platform/http/session-gate.ts';
import * as attempts from '../../core/people/attempts.ts';
import { factorsOf, signInFactors } from '../../core/people/factors.ts';
import { judgePassword, requireOpenDoor, requireOwnWayIn } from '../../core/people/password.ts';
import * as repository from './repository.ts';
import * as sessions from '../../core/people/sessions.ts';
import { browserName } from './sessions/rules.ts';
import { newToken } from '../../core/people/sessions.ts';
import { type SignedInUser, signedInUser } from '../../core/people/signed-in-user.ts';

export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  readonly deviceHash: Buffer | null;
}

const later = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/**
 * Opens a session, or for a member with two factors one that waits for the code, unless the browser is one that the member
 * trusts. Runs outside a transaction: a failed attempt is counted although the call is refused.
 */
export async function signIn(
  ctx: StrangerCtx,
  input: z.output<(typeof signInEndpoint)['body']>,
  caller: Caller,
): Promise<HandlerData<typeof signInEndpoint>> {
  const judged = await judgePassword(ctx, { username: input.username, password: input.password, ...caller });
  await requireOpenDoor(ctx, judged, input.subsiteid);
  await requireOwnWayIn(ctx, judged);
  if (judged.candidate.hasTwoFactor && judged.browserId === null) {
    const { memberId, accountId, passwordHash } = judged.candidate;
    return openPending(ctx, { memberId, accountId, judgedHash: passwordHash }, input.remember_me, caller);
  }
  return ctx.db.transaction().execute(async (db) => {
    const tx = { ...ctx, db };
    await attempts.rememberKnown(db, judged.ownKey, ctx.now());
    const user = await openSession(tx, {
      memberId: judged.candidate.memberId,
      isRemembered: input.remember_me,
      userAgent: caller.userAgent,
      browserId: judged.browserId,
      judgedHash: judged.candidate.passwordHash,
      secondFactor: judged.candidate.hasTwoFactor ? 'trusted-browser' : 'none',
    });
    return { pending: false, user };
  });
}

/** A session that waits for its second factor. `judgedHash` as in `Opening`. */
export async function openPending(
  ctx: Ctx,
  {
    memberId,
    accountId,
    judgedHash,
  }: { readonly memberId: number; readonly accountId: number; readonly judgedHash: string | null },
  isRemembered: boolean,
  { userAgent }: Pick<Caller, 'userAgent'>,
): Promise<HandlerData<typeof signInEndpoint>> {
  const token = newToken();
  const now = ctx.now();
  const isOpen = await sessions.insertSession(ctx.db, {
    memberId,
    tokenHash: hashOfToken(token),
    isRemembered,
    userAgent,
    at: now,
    until: later(now, PENDING_SESSION_S),
    isPending: true,
    browserId: null,
    judgedHash,
  });
  if (!isOpen) throw passwordIsOld();
  ctx.log.info({ account: accountId }, 'a sign-in waits for its code');
  const factors = signInFactors(await factorsOf(ctx.db, memberId));
  return { pending: true, user: { ID: memberId, EnableTwoFactorAuth: true, token }, factors };
}

/** Another one was set while this one was being judged: it is wrong by now, which costs no attempt. */
const passwordIsOld = (): AppError => new AppError('InvalidLogin', { params: { count: SIGN_IN_ATTEMPTS } });

export interface Opening {
  readonly memberId: number;
  readonly isRemembered: boolean;
  readonly userAgent: string;
  readonly browserId: number | null;
  /** What the password was judged against just now; null behind a code or a provider. */
  readonly judgedHash: string | null;
  /** `provider`: an identity provider judged, and asked for what it thinks right (decision 0038). */
  readonly secondFactor: 'none' | 'code' | 'app' | 'recovery' | 'passkey' | 'trusted-browser' | 'provider';
  /** The organisation's provider said who it is, in place of a password (decision 0040). */
  readonly isByOrganisation?: true;
}

/** Opens a full session under a new token, inside the caller's transaction, and puts its account in force there. */
export async function openSession(ctx: Ctx, opening: Opening): Promise<SignedInUser & { token: string }> {
  const { actor, token } = await enter(ctx, opening);
  return { ...(await signedInUser({ ...ctx, actor })), token };
}

/** As `openSession`, for who needs the actor too. */
export async function enter(ctx: Ctx, opening: Opening): Promise<{ actor: MemberActor; token: string }> {
  const { db } = ctx;
  const now = ctx.now();
  const token = newToken();
  const tokenHash = hashOfToken(token);
  const until = later(now, opening.isRemembered ? SESSION_MAX_S : SESSION_UNREMEMBERED_MAX_S);
  if (!(await sessions.insertSession(db, { ...opening, tokenHash, at: now, until, isPending: false }))) throw passwordIsOld();
  const found = await memberOfSession(db, tokenHash, now);
  // Disabled since the password was judged.
  if (!found) throw new AppError('InvalidMember');
  await setAccount(db, found.accountId);
  const actor = opening.secondFactor === 'provider' ? await asProvided(db, found) : found;
  if (opening.browserId !== null) await sessions.touchBrowser(db, actor.accountId, opening.browserId, now);
  if (actor.isAdmin) await repository.settleGuide(db, actor.accountId);
  await audit({ ...ctx, actor }, 'signed-in', '', {
    second_factor: opening.secondFactor,
    browser: browserName(opening.userAgent),
    ...(opening.isByOrganisation ? { by: 'organisation' } : {}),
  });
  ctx.log.info({ account: actor.accountId, session: actor.sessionId }, 'signed in');
  return { actor, token };
}

/** The provider asks for factors in the account's stead. */
async function asProvided(db: Ctx['db'], { lacksFactor: _, ...actor }: MemberActor): Promise<MemberActor> {
  await repository.markProvided(db, actor.accountId, actor.sessionId);
  return actor;
}

/** Ends the session of this call; its token opens nothing from now on. */
export async function signOut(ctx: MemberCtx): Promise<Record<string, never>> {
  const { db, actor, log } = ctx;
  if (actor.visit) return leaveAccount(ctx, actor.visit.id);
  await sessions.deleteSession(db, actor.accountId, actor.memberId, actor.sessionId);
  log.info({ account: actor.accountId, session: actor.sessionId }, 'signed out');
  return {};
}

/** Support staff leave the account they looked at. */
async function leaveAccount(ctx: MemberCtx, visitId: number): Promise<Record<string, never>> {
  if (!(await repository.endVisit(ctx.db, visitId, ctx.now()))) return {};
  await audit(ctx, 'support-left');
  return {};
}
