import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** A member checks in and out for oneself, an administrator for anybody. */
export const mayCheckInOthers = (actor: Pick<MemberActor, 'isAdmin'>): boolean => actor.isAdmin;

export const mayCheckOut = (actor: Pick<MemberActor, 'isAdmin' | 'memberId'>, driverId: number): boolean =>
  actor.isAdmin || driverId === actor.memberId;

export function requireMayCheckIn(actor: MemberActor, driverId: number): void {
  if (driverId !== actor.memberId && !mayCheckInOthers(actor)) throw new AppError('CheckInForOthers', { status: 403 });
}

export function requireMayCheckOut(actor: MemberActor, driverId: number): void {
  if (!mayCheckOut(actor, driverId)) throw new AppError('CheckInForOthers', { status: 403 });
}

/** Tags are the account's. */
export function requireMayLinkTags(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}

/** DRV-009: without access to the unit its code opens nothing, unless the account allows it (DRV-008). */
export function requireMayUseCode({ hasAccess, isAllowedWithout }: { hasAccess: boolean; isAllowedWithout: boolean }): void {
  if (!hasAccess && !isAllowedWithout) throw new AppError('CheckInNeedsAccess', { status: 403 });
}
