import { z } from 'zod';
import type {
  changePassword as changeEndpoint,
  forgotPassword as forgotEndpoint,
  resetPassword as resetEndpoint,
} from '@spora/contract/auth/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { RESET_LINK_S } from '@spora/contract/limits';
import { type Language, LANGUAGES } from '@spora/messages/languages';
import type { AuditAction } from '../../../platform/observing/audit.ts';
import { audit } from '../../../core/people/audit.ts';
import { type Ctx, inTransaction, type MemberCtx, type StrangerCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { hashPassword } from '../../../platform/secrets/password.ts';
import { rateKeyOf } from '../../../platform/http/rate.ts';
import { hashOfHeader, hashOfToken } from '../../../platform/http/session-gate.ts';
import * as attempts from '../../../core/people/attempts.ts';
import { ownKeyOf, resetSends } from '../../../core/people/attempt-limits.ts';
import { checkNewPassword, confirmPassword, inPlaceOf } from '../../../core/people/password.ts';
import { requireOneself } from '../policy.ts';
import * as sessions from '../../../core/people/sessions.ts';
import * as repository from './repository.ts';
import { endSessionsOf, forgetBrowsersOf, newToken } from '../../../core/people/sessions.ts';
import { endLinks } from '../../../core/people/reset-links.ts';
import { candidateByName } from '../../../core/people/sign-in-candidate.ts';
import { profileOf } from '../../../core/people/signed-in-user.ts';

type Nothing = Record<string, never>;

/** Left for every address that a link is asked for; `member_id` is null when nobody of that brand has it. */
export const sendResetLink = defineJob({
  name: 'auth.send-reset-link',
  payload: z.object({ member_id: z.number().int().nullable(), language: z.enum(LANGUAGES), asked_at: z.iso.datetime() }),
  retry: { attempts: 5 },
});

/**
 * PWD-005: answers the same, and does the same, whether or not somebody has the address: it is looked up and a job is left. Link and mail
 * are made by the worker, where nobody measures. Of too many requests for one address nothing is told either.
 */
export function forgotPassword(
  ctx: StrangerCtx,
  input: z.output<(typeof forgotEndpoint)['body']>,
  { address, deviceHash }: { readonly address: string; readonly deviceHash: Buffer | null },
): Promise<Nothing> {
  return inPlaceOf(ctx, { username: input.email_address, address, deviceHash }, () => askForLink(ctx, input));
}

async function askForLink(ctx: StrangerCtx, input: z.output<(typeof forgotEndpoint)['body']>): Promise<Nothing> {
  const attempt = await attempts.begin(ctx.db, resetSends(input.email_address), ctx.now());
  if ('blockedUntil' in attempt) return {};
  const candidate = await candidateByName(ctx.db, input.email_address);
  const isOfBrand = candidate?.subsiteId === input.subsite_id;
  await addJob(ctx.db, sendResetLink, {
    member_id: candidate && isOfBrand ? candidate.memberId : null,
    language: input.lang,
    asked_at: ctx.now().toISOString(),
  });
  return {};
}

/** Makes a link and orders its mail; earlier links die. Without a member there is nothing to do. Safe to run twice. */
export async function mailResetLink(
  ctx: Ctx<{ readonly kind: 'system' }>,
  { memberId, language, askedAt }: { memberId: number | null; language: Language; askedAt: Date },
): Promise<void> {
  if (memberId === null) return;
  await inTransaction(ctx, async ({ db }) => {
    const member = await repository.recipientOf(db, memberId);
    if (!member || (await repository.hasLinkOf(db, memberId, askedAt))) return;
    const token = newToken();
    const until = new Date(askedAt.getTime() + RESET_LINK_S * 1000);
    await endLinks(db, memberId, askedAt);
    await repository.insertLink(db, {
      accountId: member.account_id,
      memberId,
      tokenHash: hashOfToken(token),
      at: askedAt,
      until,
    });
    await orderMail(db, {
      template: 'reset-link',
      params: { path: `/user/reset-password?_c=${token}`, minutes: RESET_LINK_S / 60 },
      to: member.email,
      language,
      subsiteId: member.subsite_id,
      accountId: member.account_id,
      at: askedAt,
      expiresAt: until,
    });
  });
}

/** Whose link it is, told to who has it: they can set that password. */
export async function readResetLink(ctx: StrangerCtx, code: string): Promise<DataOf<'auth.reset-link'>> {
  const { email, account_name } = (await linkOf(ctx, code)).link;
  return { username: email, account_name };
}

async function linkOf(ctx: StrangerCtx, code: string) {
  const tokenHash = hashOfHeader(code);
  const link = tokenHash && (await repository.linkBy(ctx.db, tokenHash, ctx.now()));
  if (!link) throw invalidLink();
  return { tokenHash, link };
}

const invalidLink = (): InputError => new InputError({ code: ['InvalidResetLink'] });

/**
 * Sets a password by a link, which opens no session and asks for no second factor in anybody's stead (ASVS 6.4.3). Everything that
 * the old one opened ends; the name to sign in by is told to who held the link. The brand that the page was opened on decides nothing: the link names its member.
 */
export async function resetPassword(
  ctx: StrangerCtx,
  input: z.output<(typeof resetEndpoint)['body']>,
  { address }: { readonly address: string },
): Promise<DataOf<'auth.reset-password'>> {
  const now = ctx.now();
  const { tokenHash, link } = await linkOf(ctx, input.code);
  checkNewPassword(input.password, { email: link.email, names: [link.full_name, link.account_name] });
  const hash = await hashPassword(input.password);
  return inTransaction(ctx, async ({ db }) => {
    const member = await repository.useLink(db, tokenHash, hash, now);
    if (!member) throw invalidLink();
    // Who could read the mail is no stranger here, whatever others did with the name.
    const ownKey = ownKeyOf(member.email, rateKeyOf(address));
    await attempts.takeBack(db, { key: ownKey, rowIds: [] });
    await attempts.rememberKnown(db, ownKey, now);
    await tellOwner({ ...ctx, db }, 'password-reset', {
      id: member.member_id,
      accountId: member.account_id,
      email: member.email,
      fullName: member.full_name,
      language: member.language,
      subsiteId: member.subsite_id,
    });
    return { username: member.email };
  });
}

/** One's own password, the current one asked for (ASVS 6.2.3). Trusted browsers, links and waiting sign-ins end; other sessions if wished. */
export async function changePassword(ctx: MemberCtx, input: z.output<(typeof changeEndpoint)['body']>): Promise<Nothing> {
  const { actor } = ctx;
  requireOneself(actor, input.userId);
  const profile = await inTransaction(ctx, ({ db }) => profileOf(db, actor.accountId, actor.memberId));
  checkNewPassword(input.password, { email: profile.email, names: [profile.full_name, profile.account_name] });
  await confirmPassword(ctx, actor.memberId, input.current_password, { field: 'current_password' });
  const hash = await hashPassword(input.password);
  await inTransaction(ctx, async (tx) => {
    await repository.setPassword(tx.db, actor.accountId, actor.memberId, hash, tx.now());
    await forgetBrowsersOf(tx, actor.memberId);
    if (input.end_other_sessions) await endSessionsOf(tx, actor.memberId, { except: actor.sessionId });
    else await sessions.deleteSessions(tx.db, actor.accountId, actor.memberId, { onlyPending: true });
    await tellOwner(tx, 'password-changed', {
      id: actor.memberId,
      accountId: actor.accountId,
      email: profile.email,
      fullName: profile.full_name,
      language: profile.language as Language,
      subsiteId: profile.subsite_id,
    });
  });
  return {};
}

interface Owner {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language;
  readonly subsiteId: number;
}

/** On record and by mail, so that who did not do it learns of it. */
async function tellOwner(
  ctx: Ctx,
  action: Extract<AuditAction, 'password-changed' | 'password-reset'>,
  owner: Owner,
): Promise<void> {
  const { db, log } = ctx;
  const at = ctx.now();
  const { accountId, fullName, subsiteId, language } = owner;
  await audit({ ...ctx, actor: { accountId, memberId: owner.id } }, action, fullName);
  await orderMail(db, {
    template: 'password-changed',
    params: { fullName },
    to: owner.email,
    language,
    subsiteId,
    accountId,
    at,
  });
  log.info({ account: accountId }, action);
}
