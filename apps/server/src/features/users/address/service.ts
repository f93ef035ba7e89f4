import { type Language, LANGUAGES } from '@spora/messages/languages';
import { AppError } from '../../../platform/app-error.ts';
import type { AccountId, Ctx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { hashOfToken } from '../../../platform/http/session-gate.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { type AuditAction, type AuditDetails, type AuditEntry, writeAudit } from '../../../platform/observing/audit.ts';
import { endLinks } from '../../../core/people/reset-links.ts';
import { deleteBrowsers, deleteSessions, newToken } from '../../../core/people/sessions.ts';
import { hasMailbox } from '../../../core/people/sign-in-code.ts';
import * as repository from './repository.ts';
import { CHANGE_MS, isFromBefore, mayCount, NO_PASSWORD, OBJECTION_MS, type OpenChange, RESEND_AFTER_MS } from './rules.ts';

/** Works in the transaction of whoever calls, with the account in force: members, support staff, and strangers who hold a link. */
export interface Settling {
  readonly ctx: Pick<Ctx, 'db' | 'now' | 'log'>;
  readonly accountId: AccountId;
}

export interface Order {
  readonly by: 'member' | 'administrator' | 'support';
  /** Of the account; null for support. */
  readonly actorMemberId: number | null;
  readonly actorName: string;
  readonly reason: string;
  /** The member said so just now, and proved to be it. */
  readonly isAgreed: boolean;
  readonly sessionId: number | null;
}

/**
 * Makes an address wait to be the member's: a link to it proves it, and one to the address in force agrees to it or says no. Sign-in,
 * codes and reset mails stay with the one in force. Another that waited gives way. Throws UserNotFound, InputError with EmailInUse, or
 * AddressNotConfirmed while the one in force is not agreed to itself.
 */
export async function orderChange(settling: Settling, memberId: number, newEmail: string, order: Order): Promise<void> {
  const { ctx, accountId } = settling;
  const { db } = ctx;
  const at = ctx.now();
  const member = await repository.holdMember(db, accountId, memberId);
  if (!member) throw new AppError('UserNotFound');
  if (member.private_closed_at && order.by !== 'support') throw new AppError('AddressNotConfirmed');
  if (await repository.isTaken(db, newEmail)) throw new InputError({ email: ['EmailInUse'] });
  const before = (await repository.openChanges(db, accountId, at, memberId)).get(memberId);
  await repository.endChanges(db, accountId, memberId, at);
  const [proof, consent] = [newToken(), newToken()];
  const oldEmail = before?.in_force_at ? before.old_email : member.email;
  const change = {
    memberId,
    oldEmail,
    newEmail,
    orderedBy: order.by,
    actorMemberId: order.actorMemberId,
    actorName: order.actorName,
    reason: order.reason,
    sessionId: order.sessionId,
    proofHash: hashOfToken(proof),
    consentHash: hashOfToken(consent),
    at,
    until: new Date(at.getTime() + CHANGE_MS),
    agreedAt: order.isAgreed ? at : null,
  };
  await repository.insertChange(db, accountId, change);
  await audit(settling, 'email-change-asked', member.full_name, actorOf(order), {
    email: newEmail,
    ...(order.reason ? { reason: order.reason } : {}),
  });
  await mailLinks(settling, member, { ...change, isAgreed: order.isAgreed }, { proof, consent });
}

const actorOf = ({ by, actorMemberId, actorName }: Pick<Order, 'by' | 'actorMemberId' | 'actorName'>): AuditEntry['actor'] =>
  by === 'support' || actorMemberId === null ? { kind: 'support', name: actorName } : { kind: 'member', memberId: actorMemberId };
const actorOfChange = (change: OpenChange): AuditEntry['actor'] =>
  actorOf({ by: change.ordered_by as Order['by'], actorMemberId: change.actor_member_id, actorName: change.actor_name });

interface LetterOf {
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly orderedBy: string;
  readonly actorName: string;
  readonly reason: string;
  readonly isAgreed: boolean;
  readonly until: Date;
}

/** To the new address what proves it; to the one before what agrees to it, or says that it was not the member. */
async function mailLinks(
  settling: Settling,
  member: repository.HeldMember,
  letter: LetterOf,
  { proof, consent }: { proof: string | null; consent: string },
): Promise<void> {
  const { name } = await repository.accountOf(settling.ctx.db, settling.accountId);
  const byName = letter.orderedBy === 'member' ? '' : letter.actorName;
  const expiresAt = letter.until;
  if (proof)
    await mail(settling, member, letter.newEmail, {
      template: 'email-proof',
      params: { fullName: member.full_name, accountName: name, newEmail: letter.newEmail, path: pathOf(proof) },
      expiresAt,
    });
  if (hasMailbox(letter.oldEmail))
    await mail(settling, member, letter.oldEmail, {
      template: 'email-consent',
      params: {
        fullName: member.full_name,
        newEmail: letter.newEmail,
        byName,
        reason: letter.reason,
        isAgreed: letter.isAgreed,
        isBySupport: letter.orderedBy === 'support',
        path: pathOf(consent),
      },
      expiresAt,
    });
}

const pathOf = (token: string): string => `/user/confirm-email?_c=${token}`;

/** The change of a member that waits. Throws NoEmailWaits. */
export async function mustWait({ ctx, accountId }: Settling, memberId: number): Promise<OpenChange> {
  const change = (await repository.openChanges(ctx.db, accountId, ctx.now(), memberId)).get(memberId);
  if (!change) throw new AppError('NoEmailWaits', { status: 404 });
  return change;
}

/** New links; those before open nothing. Of an address in force only the one before is asked again. Throws NoEmailWaits or LinkJustSent. */
export async function sendAgain(settling: Settling, memberId: number): Promise<void> {
  const { ctx, accountId } = settling;
  const at = ctx.now();
  const member = await repository.holdMember(ctx.db, accountId, memberId);
  const change = await mustWait(settling, memberId);
  if (!member) throw new AppError('UserNotFound');
  const waitMs = change.sent_at.getTime() + RESEND_AFTER_MS - at.getTime();
  if (waitMs > 0) throw new AppError('LinkJustSent', { retryAfterS: Math.ceil(waitMs / 1000) });
  const [proof, consent] = [newToken(), newToken()];
  const until = new Date(at.getTime() + (change.in_force_at ? OBJECTION_MS : CHANGE_MS));
  await repository.updateChange(ctx.db, accountId, change.id, {
    proof_hash: hashOfToken(proof),
    consent_hash: hashOfToken(consent),
    sent_at: at,
    expires_at: until,
  });
  await mailLinks(settling, member, letterOf(change, until), { proof: change.proven_at ? null : proof, consent });
}

const letterOf = (change: OpenChange, until: Date): LetterOf => ({
  oldEmail: change.old_email,
  newEmail: change.new_email,
  orderedBy: change.ordered_by,
  actorName: change.actor_name,
  reason: change.reason,
  isAgreed: change.agreed_at !== null,
  until,
});

/** Ends a change that is not in force; both addresses are told. Throws NoEmailWaits. */
export async function withdraw(settling: Settling, memberId: number, actorMemberId: number): Promise<void> {
  const { ctx, accountId } = settling;
  const member = await repository.holdMember(ctx.db, accountId, memberId);
  const change = await mustWait(settling, memberId);
  if (!member || change.in_force_at) throw new AppError('NoEmailWaits', { status: 404 });
  await end(settling, member, change, { kind: 'member', memberId: actorMemberId }, 'withdrawn');
}

async function end(
  settling: Settling,
  member: repository.HeldMember,
  change: OpenChange,
  actor: AuditEntry['actor'],
  how: 'withdrawn' | 'refused',
): Promise<void> {
  const { ctx, accountId } = settling;
  await repository.updateChange(ctx.db, accountId, change.id, { ended_at: ctx.now() });
  await audit(settling, 'email-change-ended', member.full_name, actor, { email: change.new_email, how });
  for (const to of [change.old_email, change.new_email])
    if (hasMailbox(to))
      await mail(settling, member, to, {
        template: 'email-change-ended',
        params: { fullName: member.full_name, newEmail: change.new_email, keptEmail: change.old_email },
      });
}

export interface Agreement {
  readonly isProven?: boolean;
  readonly isAgreed?: boolean;
  /** The session that agreed, which is not ended with the others. */
  readonly sessionId?: number;
}

/** Notes what was proven or agreed to, and draws what follows from it: answers whether the address is in force. */
export async function note(
  settling: Settling,
  member: repository.HeldMember,
  change: OpenChange,
  { isProven = false, isAgreed = false, sessionId }: Agreement,
): Promise<boolean> {
  const { ctx, accountId } = settling;
  const at = ctx.now();
  const noted: OpenChange = {
    ...change,
    proven_at: change.proven_at ?? (isProven ? at : null),
    agreed_at: change.agreed_at ?? (isAgreed ? at : null),
    session_id: sessionId ?? change.session_id,
  };
  await repository.updateChange(ctx.db, accountId, change.id, {
    ...(noted.proven_at ? { proven_at: noted.proven_at } : {}),
    ...(noted.agreed_at ? { agreed_at: noted.agreed_at } : {}),
    session_id: noted.session_id,
  });
  if (noted.in_force_at) return (isAgreed && (await openPrivate(settling, member, noted)), true);
  if (!mayCount(noted)) return false;
  await putInForce(settling, member, noted);
  return true;
}

/** From now on the member signs in with it. Everything that was opened, or could be opened by mail to the one before, ends. */
async function putInForce(settling: Settling, member: repository.HeldMember, change: OpenChange): Promise<void> {
  const { ctx, accountId } = settling;
  const at = ctx.now();
  const isClosed = change.agreed_at === null;
  const fields = { email: change.new_email, private_closed_at: isClosed ? at : null };
  if (!(await repository.updateAddress(ctx.db, accountId, member.id, fields))) throw new InputError({ email: ['EmailInUse'] });
  await repository.updateChange(ctx.db, accountId, change.id, {
    in_force_at: at,
    ...(isClosed ? { expires_at: new Date(at.getTime() + OBJECTION_MS) } : { ended_at: at }),
  });
  await endEverything(settling, member.id, change.session_id);
  await audit(settling, 'email-changed', member.full_name, actorOfChange(change), { email: change.new_email });
  for (const to of [change.old_email, change.new_email])
    if (hasMailbox(to))
      await mail(settling, member, to, {
        template: 'email-changed',
        params: { fullName: member.full_name, newEmail: change.new_email, isClosed },
      });
}

async function endEverything({ ctx, accountId }: Settling, memberId: number, sessionId: number | null): Promise<void> {
  await deleteSessions(ctx.db, accountId, memberId, sessionId === null ? {} : { except: sessionId });
  await deleteBrowsers(ctx.db, accountId, memberId);
  await endLinks(ctx.db, memberId, ctx.now());
}

/** The member has agreed to the address that support put in force: what was closed opens. */
async function openPrivate(settling: Settling, member: repository.HeldMember, change: OpenChange): Promise<void> {
  const { ctx, accountId } = settling;
  await repository.openPrivate(ctx.db, accountId, member.id);
  await repository.updateChange(ctx.db, accountId, change.id, { ended_at: ctx.now() });
  await audit(
    settling,
    'email-change-agreed',
    member.full_name,
    { kind: 'member', memberId: member.id },
    {
      email: change.new_email,
    },
  );
}

/**
 * Somebody who reads one of the two addresses says no. Asked for in the member's own name, what was opened in it ends: it was not the
 * member. One in force gives way to the one before, and so does a password that was set by it.
 */
export async function refuse(
  settling: Settling,
  member: repository.HeldMember,
  change: OpenChange,
  side: 'new' | 'old',
): Promise<void> {
  const { ctx, accountId } = settling;
  if (change.in_force_at) {
    const fields = {
      email: change.old_email,
      private_closed_at: null,
      ...(isFromBefore(member, change) ? {} : { password_hash: NO_PASSWORD }),
    };
    if (!(await repository.updateAddress(ctx.db, accountId, member.id, fields))) throw new InputError({ email: ['EmailInUse'] });
  }
  if (change.in_force_at || (side === 'old' && change.ordered_by === 'member')) await endEverything(settling, member.id, null);
  await end(settling, member, change, { kind: 'stranger' }, 'refused');
}

type Letter = {
  readonly [T in 'email-proof' | 'email-consent' | 'email-change-ended' | 'email-changed']: {
    readonly template: T;
    readonly params: Parameters<typeof orderMail<T>>[1]['params'];
    readonly expiresAt?: Date;
  };
}['email-proof' | 'email-consent' | 'email-change-ended' | 'email-changed'];

async function mail(settling: Settling, member: repository.HeldMember, to: string, letter: Letter): Promise<void> {
  const { ctx, accountId } = settling;
  const { subsite_id: subsiteId } = await repository.accountOf(ctx.db, accountId);
  const language: Language = LANGUAGES.find((each) => each === member.language) ?? 'en';
  await orderMail(ctx.db, { ...letter, to, language, subsiteId, accountId, at: ctx.now() });
}

const audit = (
  { ctx, accountId }: Settling,
  action: AuditAction,
  subject: string,
  actor: AuditEntry['actor'],
  details: AuditDetails,
): Promise<void> => writeAudit(ctx.db, { accountId, at: ctx.now(), actor, action, subject, details });
