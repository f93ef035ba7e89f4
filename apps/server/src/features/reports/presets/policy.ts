import { AppError } from '../../../platform/app-error.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

interface Owned {
  readonly member_id: number;
  readonly is_shared: boolean;
}

/** REP-017: one's own to change; what is shared an administrator may take away. The support staff looks on. */
export const canOf = (actor: Pick<MemberActor, 'memberId' | 'isAdmin' | 'visit'>, { member_id, is_shared }: Owned) => {
  const isOwn = actor.memberId === member_id && !actor.visit;
  return { edit: isOwn, remove: isOwn || (actor.isAdmin && is_shared && !actor.visit) };
};

/** Somebody else's looks as if it were not there. */
export function requireMay(actor: MemberActor, what: 'edit' | 'remove', preset: Owned | undefined): void {
  if (!preset || !canOf(actor, preset)[what]) throw new AppError('PresetNotFound', { status: 404 });
}

/** Whoever looks at the account for support saves nothing in somebody's name. */
export function requireSaver({ visit }: Pick<MemberActor, 'visit'>): void {
  if (visit) throw new AppError('Forbidden', { status: 403 });
}
