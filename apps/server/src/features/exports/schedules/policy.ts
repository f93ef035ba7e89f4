import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

/** What is made with a member's rights is that member's alone to change; an administrator may see it and end it. */
export const canOf = (actor: MemberActor, ownerId: number): { edit: boolean; remove: boolean } => ({
  edit: actor.memberId === ownerId,
  remove: actor.memberId === ownerId || actor.isAdmin,
});

/** Somebody else's looks as if it were not there. */
export function requireMay(actor: MemberActor, what: 'edit' | 'remove', ownerId: number | undefined): void {
  if (ownerId === undefined || !canOf(actor, ownerId)[what]) throw new AppError('ScheduleNotFound');
}

/** Whoever looks at the account for support is nobody who could receive anything, or in whose name something could leave. */
export function requireReceiver({ visit }: Pick<MemberActor, 'visit'>): void {
  if (visit) throw new AppError('Forbidden');
}
