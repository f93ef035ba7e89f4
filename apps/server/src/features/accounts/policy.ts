import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** ADM-006, REP-004: what the account settles for itself is its administrators'. */
export function requireMayRunAccount(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
