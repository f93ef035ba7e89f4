import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** SAFE-001: when and where a unit is at home is the administrators' matter; the support staff looks on. */
export const mayEditSafeHome = (actor: Pick<MemberActor, 'isAdmin' | 'visit'>): boolean => actor.isAdmin && !actor.visit;

export function requireMayEditSafeHome(actor: Pick<MemberActor, 'isAdmin' | 'visit'>): void {
  if (!mayEditSafeHome(actor)) throw new AppError('Forbidden');
}
