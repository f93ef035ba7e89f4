import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** ADM-019: what opens the account to other programs is its administrators' own business, and no token makes another. */
export function requireMayIntegrate(actor: MemberActor): void {
  if (!actor.isAdmin || actor.token || actor.visit) throw new AppError('Forbidden');
}
