import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** ADM-007: members may add purposes and projects where the account or their own rights allow it; administrators may all. */
export function requireMayCreateGroup(actor: MemberActor, isAllowed: boolean): void {
  if (!actor.isAdmin && !isAllowed) throw new AppError('Forbidden');
}

/** ADM-006: renaming, merging, archiving and removing are the administrators'. */
export function requireMayEditGroups(actor: MemberActor): void {
  if (!actor.isAdmin) throw new AppError('Forbidden');
}
