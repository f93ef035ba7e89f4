import type { Language } from '@spora/messages/languages';
import { INVITATION_S } from '@spora/contract/limits';
import { randomBytes } from 'node:crypto';
import { memberIdByEmail } from './address/repository.ts';
import { orderChange, type Settling } from './address/service.ts';
import * as repository from './administration/repository.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Feature } from '../../core/face.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { changeAccess } from './access/service.ts';
import { orderMail } from '../../platform/mail/order.ts';
import { hashOfToken } from '../../platform/http/session-gate.ts';

/** Those among the features that know how many bookings go with access. */
export type LosesBookings = readonly Pick<Feature, 'bookingsLost'>[];

/** Gives one unit to some members and takes it from others; a locker keeps a unit that is locked. */
export async function changeAccessOf(
  ctx: MemberCtx,
  unitId: number,
  { give, take, features }: { give: readonly number[]; take: readonly number[]; features: LosesBookings },
): Promise<void> {
  const pair = (user_id: number) => ({ user_id, unit_id: unitId });
  await changeAccess(ctx, { body: { give: give.map(pair), take: take.map(pair) } }, features);
}

/**
 * Support gives a member another address: it counts once it is proven, and private trips and locks are closed until the member agrees
 * (decision 0039). Throws UserNotFound.
 */
export async function changeEmailForSupport(
  settling: Settling,
  { email, newEmail, reason, staffName }: { email: string; newEmail: string; reason: string; staffName: string },
): Promise<void> {
  const id = await memberIdByEmail(settling.ctx.db, settling.accountId, email);
  if (id === undefined) throw new AppError('UserNotFound');
  const order = { by: 'support', actorMemberId: null, actorName: staffName, reason, isAgreed: false, sessionId: null } as const;
  await orderChange(settling, id, newEmail, order);
}

/** A new link, which ends the one before. */
export async function inviteAgain(
  ctx: MemberCtx,
  member: { id: number; full_name: string; email: string; language: string },
): Promise<void> {
  await repository.updateMember(ctx.db, ctx.actor.accountId, member.id, { invited_at: ctx.now() });
  await sendInvitation(ctx, member);
}

export async function sendInvitation(
  { db, actor, now }: MemberCtx,
  member: { id: number; full_name: string; email: string; language: string },
): Promise<void> {
  const at = now();
  const token = randomBytes(32).toString('base64url');
  await repository.openInvitation(db, member.id, hashOfToken(token), at, new Date(at.getTime() + INVITATION_S * 1000));
  const account = await repository.accountOf(db, actor.accountId);
  const inviter = await repository.members(db, actor.accountId).where('member.id', '=', actor.memberId).executeTakeFirst();
  await orderMail(db, {
    template: 'invitation',
    params: {
      fullName: member.full_name,
      inviterName: inviter?.full_name ?? account.name,
      accountName: account.name,
      path: `/user/reset-password?_c=${token}`,
    },
    to: member.email,
    language: member.language as Language,
    subsiteId: account.subsite_id,
    accountId: actor.accountId,
    at,
    expiresAt: new Date(at.getTime() + INVITATION_S * 1000),
  });
}
