import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** MAP-035: who sees a unit on the map may show it to others; who has no map has nothing to share. */
export function requireShare(actor: Pick<MemberActor, 'mayUseMap'>): void {
  if (!actor.mayUseMap) throw new AppError('Forbidden');
}

/** One's own; administrators see and end all of the account. */
export const mayEnd = (actor: Pick<MemberActor, 'isAdmin' | 'memberId'>, link: { readonly memberId: number }): boolean =>
  actor.isAdmin || link.memberId === actor.memberId;
