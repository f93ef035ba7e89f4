import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** AUTO-001: what leaves the house in the account's name is for its administrators, and not for support staff on a visit. */
export function requireMayReport({ isAdmin, visit }: Pick<MemberActor, 'isAdmin' | 'visit'>): void {
  if (!isAdmin || visit) throw new AppError('Forbidden', { status: 403 });
}
