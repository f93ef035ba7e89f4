import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** SEC-015: one's own data is anybody's to ask for, a member's is the administrators'. */
export function requireMayExport(actor: MemberActor, memberId: number): void {
  if (actor.memberId !== memberId && !actor.isAdmin) throw new AppError('Forbidden');
}
