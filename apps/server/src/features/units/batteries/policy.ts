import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** UNIT-027: what counts as low is settled by administrators, for the whole account. */
export function requireMaySetThresholds(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
