import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** FEAT-002: defaults and profiles are the administrators'. */
export function requireMayManageFeatures(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
