import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** REP-013: what everybody's driving is judged by is for the administrators to settle, and support staff on a visit look on. */
export function requireMaySetEco({ isAdmin, visit }: Pick<MemberActor, 'isAdmin' | 'visit'>): void {
  if (!isAdmin || visit) throw new AppError('Forbidden', { status: 403 });
}
