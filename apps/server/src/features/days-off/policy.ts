import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** TRIP-036: the days off are the account's, and decide for every unit of it. */
export const maySetDaysOff = (actor: Pick<MemberActor, 'isAdmin'>): boolean => actor.isAdmin;

export function requireMaySetDaysOff(actor: Pick<MemberActor, 'isAdmin'>): void {
  if (!maySetDaysOff(actor)) throw new AppError('Forbidden', { status: 403 });
}
