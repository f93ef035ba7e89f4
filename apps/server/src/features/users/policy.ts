import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Members are looked after by administrators of the account. */
export function requireMayManageMembers(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}

/**
 * ASVS 7.5.1: one's own second factor asks for the password again, which the call about other members does not: an open screen of
 * an administrator must not be enough to take it away.
 */
export function requireIsAnother(actor: MemberActor, memberId: number): void {
  if (actor.memberId === memberId) throw new AppError('OwnTwoFactor', { status: 409 });
}
