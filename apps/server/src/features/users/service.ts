import type { z } from 'zod';
import type { CallData } from '@spora/contract/endpoint';
import {
  type changeEmail as changeEmailEndpoint,
  type getPreferences as getPreferencesEndpoint,
  PREFERENCE_NAMES,
  type Preferences,
  type Profile,
  type reportCrash as reportCrashEndpoint,
  type setOwnTwoFactor as setOwnTwoFactorEndpoint,
  type updateProfile as updateProfileEndpoint,
  type UserRow,
} from '@spora/contract/users/endpoints';
import type { agreeToEmail as agreeEndpoint, agreeToSignOn as agreeToSignOnEndpoint } from '@spora/contract/users/address';
import { type Language, LANGUAGES } from '@spora/messages/languages';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { rowOf } from './administration/service.ts';
import { requireIsAnother, requireMayManageMembers } from './policy.ts';
import { holdMember, openChanges } from './address/repository.ts';
import { type OpenChange, passwordAgrees, toPending } from './address/rules.ts';
import { mustWait, note, orderChange, sendAgain, withdraw } from './address/service.ts';
import * as repository from './repository.ts';
import { tooLongName, usualPurpose, withDialCode } from './rules.ts';
import { factorsOf, isStrong } from '../../core/people/factors.ts';
import { requireFreshProof } from '../../core/people/fresh-proof.ts';
import { countEmailChange } from '../../core/people/password.ts';
import { forgetBrowsersOf } from '../../core/people/sessions.ts';

export async function readProfile(ctx: MemberCtx): Promise<Profile> {
  const { db, actor } = ctx;
  const waiting = (await openChanges(db, actor.accountId, ctx.now(), actor.memberId)).get(actor.memberId);
  return profileOf(await memberOf(ctx), waiting);
}

export async function updateProfile(ctx: MemberCtx, body: z.output<(typeof updateProfileEndpoint)['body']>): Promise<Profile> {
  const { db, actor } = ctx;
  await holdMember(db, actor.accountId, actor.memberId);
  const before = await memberOf(ctx);
  requireUnchanged(profileOf(before, undefined), body);
  const alerts_stopped_at = stopOf(body.alerts, before.alerts_stopped_at, ctx.now());
  const push_stopped_at = stopOf(body.push, before.push_stopped_at, ctx.now());
  const { full_name, first_name, last_name, language } = body;
  const tooLong = tooLongName(before, body);
  if (tooLong) throw new InputError({ [tooLong]: ['NameLength'] });
  const phone = body.phone === undefined ? undefined : withDialCode(body.phone, before.country);
  await repository.updateMember(db, actor, {
    full_name,
    first_name,
    last_name,
    phone,
    language,
    alerts_stopped_at,
    push_stopped_at,
    ...(body.default_purpose === undefined || body.default_purpose === before.default_purpose
      ? {}
      : usualPurpose(ctx, body.default_purpose)),
  });
  for (const [stopped, isPush] of [
    [alerts_stopped_at, false],
    [push_stopped_at, true],
  ] as const)
    if (stopped !== undefined)
      await audit(ctx, stopped ? 'alerts-stopped' : 'alerts-resumed', before.full_name, { push: isPush, signed_in: true });
  return readProfile(ctx);
}

/** What becomes of the moment alerts were stopped; undefined leaves it. */
const stopOf = (isOn: boolean | undefined, stoppedAt: Date | null, now: Date): Date | null | undefined =>
  isOn === undefined || isOn === (stoppedAt === null) ? undefined : isOn ? null : now;

/**
 * Asks for another address: it counts once the link that is sent to it was opened. Who has a code by mail as second factor agrees by the
 * link to the address in force, since the code would go there too.
 */
export async function changeEmail(
  ctx: MemberCtx,
  { email, ...proof }: z.output<(typeof changeEmailEndpoint)['body']>,
): Promise<Profile> {
  if (!ctx.ports.mail.isAvailable) throw new AppError('MailUnavailable');
  await requireFreshProof(ctx, proof);
  await countEmailChange(ctx);
  return inTransaction(ctx, async (inside) => {
    const { actor } = inside;
    const before = await memberOf(inside);
    if (before.email.toLowerCase() === email) return readProfile(inside);
    const factors = await factorsOf(inside.db, actor.memberId);
    await orderChange({ ctx: inside, accountId: actor.accountId }, actor.memberId, email, {
      by: 'member',
      actorMemberId: actor.memberId,
      actorName: before.full_name,
      reason: '',
      isAgreed: isStrong(factors) || !factors.mail,
      sessionId: actor.sessionId,
    });
    return readProfile(inside);
  });
}

export async function withdrawEmail(ctx: MemberCtx): Promise<Profile> {
  await withdraw({ ctx, accountId: ctx.actor.accountId }, ctx.actor.memberId, ctx.actor.memberId);
  return readProfile(ctx);
}

export async function resendEmail(ctx: MemberCtx): Promise<Profile> {
  await sendAgain({ ctx, accountId: ctx.actor.accountId }, ctx.actor.memberId);
  return readProfile(ctx);
}

/** Agrees to what an administrator or support asked for. Throws AgreeByMail where the password does not say that it is the member. */
export async function agreeToEmail(ctx: MemberCtx, proof: z.output<(typeof agreeEndpoint)['body']>): Promise<Profile> {
  await requireFreshProof(ctx, proof);
  return inTransaction(ctx, async (inside) => {
    const settling = { ctx: inside, accountId: inside.actor.accountId };
    const member = await holdMember(inside.db, inside.actor.accountId, inside.actor.memberId);
    const change = await mustWait(settling, inside.actor.memberId);
    const factors = await factorsOf(inside.db, inside.actor.memberId);
    // The proof asked for the app or the passkey of who has one.
    if (!member || !passwordAgrees(member, change, factors, { isFactorShown: true })) throw new AppError('AgreeByMail');
    await note(settling, member, change, { isAgreed: true, sessionId: inside.actor.sessionId });
    return readProfile(inside);
  });
}

/** Decision 0040: the organisation's provider cannot say this in the member's stead, since it asks for the member's own proof. */
export async function agreeToSignOn(ctx: MemberCtx, proof: z.output<(typeof agreeToSignOnEndpoint)['body']>): Promise<Profile> {
  await requireFreshProof(ctx, proof);
  return inTransaction(ctx, async (inside) => {
    const { full_name: name } = await memberOf(inside);
    if (await repository.openAfterSignOn(inside.db, inside.actor.accountId, inside.actor.memberId))
      await audit(inside, 'sign-on-agreed', name, {});
    return readProfile(inside);
  });
}

export async function setOwnTwoFactor(
  ctx: MemberCtx,
  { enabled, ...proof }: z.output<(typeof setOwnTwoFactorEndpoint)['body']>,
): Promise<Profile> {
  await requireFreshProof(ctx, proof);
  return inTransaction(ctx, async (inside) => {
    await switchTwoFactor(inside, await memberOf(inside), enabled);
    return readProfile(inside);
  });
}

export async function readPreferences({ db, actor }: MemberCtx): Promise<CallData<typeof getPreferencesEndpoint>> {
  const kept = new Map(await repository.preferencesOf(db, actor));
  return {
    preferences: Object.fromEntries(PREFERENCE_NAMES.flatMap((name) => (kept.has(name) ? [[name, kept.get(name)]] : []))),
  };
}

export async function savePreferences({ db, actor, now }: MemberCtx, preferences: Preferences): Promise<Record<string, never>> {
  for (const name of PREFERENCE_NAMES) {
    const value = preferences[name];
    if (value !== undefined) await repository.savePreference(db, actor, name, value, now());
  }
  return {};
}

/** ERR-044: so that support finds what happened under the reference that the person reads out. */
export function reportCrash(
  { log, actor }: MemberCtx,
  body: z.output<(typeof reportCrashEndpoint)['body']>,
): Record<string, never> {
  // What the browser says is anybody's text: of an address nothing but its path.
  const page = body.page.split(/[?#]/, 1)[0];
  log.warn({ account: actor.accountId, ...body, page }, 'a page stopped working');
  return {};
}

/** TFA-020. Throws UserNotFound for another account's member as for none. */
export async function setTwoFactor(ctx: MemberCtx, memberId: number, isEnabled: boolean): Promise<UserRow> {
  requireMayManageMembers(ctx.actor);
  requireIsAnother(ctx.actor, memberId);
  const member = await repository.memberById(ctx.db, ctx.actor.accountId, memberId);
  if (!member) throw new AppError('UserNotFound');
  await switchTwoFactor(ctx, member, isEnabled);
  return rowOf(ctx, memberId);
}

/** Codes go by mail: without a way there, switching on would shut the member out. */
async function switchTwoFactor(ctx: MemberCtx, member: repository.MemberRow, isEnabled: boolean): Promise<void> {
  if (isEnabled && (!ctx.ports.mail.isAvailable || !member.email.includes('@'))) throw new AppError('InvalidEmail2FA');
  if (!(await repository.updateTwoFactor(ctx.db, ctx.actor.accountId, member.id, isEnabled))) return;
  if (!isEnabled) await forgetBrowsersOf(ctx, member.id);
  await audit(ctx, isEnabled ? 'two-factor-on' : 'two-factor-off', member.full_name, { member: member.id });
  await mailTo(ctx, member, 'two-factor-changed', { fullName: member.full_name, enabled: isEnabled });
}

async function memberOf({ db, actor }: MemberCtx): Promise<repository.MemberRow> {
  const member = await repository.memberById(db, actor.accountId, actor.memberId);
  if (!member) throw new AppError('Unauthenticated');
  return member;
}

const languageOf = (text: string): Language => LANGUAGES.find((each) => each === text) ?? 'en';

const profileOf = (member: repository.MemberRow, waiting: OpenChange | undefined): Profile => ({
  full_name: member.full_name,
  first_name: member.first_name,
  last_name: member.last_name,
  phone: member.phone,
  email: member.email,
  language: languageOf(member.language),
  two_factor: member.two_factor,
  alerts: member.alerts_stopped_at === null,
  push: member.push_stopped_at === null,
  pending_email: waiting ? toPending(waiting) : null,
  sign_on_waits: member.sign_on_closed_at !== null,
  default_purpose: member.default_purpose,
});

const mailTo = <T extends 'two-factor-changed'>(
  { db, actor, now }: MemberCtx,
  member: repository.MemberRow,
  template: T,
  params: Parameters<typeof orderMail<T>>[1]['params'],
  to = member.email,
): Promise<unknown> =>
  orderMail(db, {
    template,
    params,
    to,
    language: languageOf(member.language),
    subsiteId: member.subsite_id,
    accountId: actor.accountId,
    at: now(),
  });
