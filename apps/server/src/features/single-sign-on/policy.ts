import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** ADM-020: how members sign in is their administrators' own business: no token and no visit changes it. */
export function requireMaySetSignOn(actor: MemberActor): void {
  if (!actor.isAdmin || actor.token || actor.visit) throw new AppError('Forbidden');
}
