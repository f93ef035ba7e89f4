import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** ALARM-002: who is told of alarms is the administrators' matter. */
export function requireMayManageReceivers(actor: Pick<MemberActor, 'isAdmin'>): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
