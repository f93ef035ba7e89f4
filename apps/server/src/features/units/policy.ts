import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Units are added by administrators of the account. */
export function requireMayAddUnits(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
