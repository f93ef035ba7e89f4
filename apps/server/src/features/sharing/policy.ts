import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** MAP-035: who sees a unit on the map may show it to others; who has no map has nothing to share. */
export function requireShare(actor: Pick<MemberActor, 'mayUseMap'>): void {
  if (!actor.mayUseMap) throw new AppError('Forbidden');
}

/**
 * Decision 0100: only a private person's link shows its maker's own private trips. An employee's or an employer's never does, nor that of
 * somebody to whom what is the driver's alone is closed.
 */
export const mayShowOwnPrivate = (actor: Pick<MemberActor, 'isPrivateClosed'>, account: { readonly kind: string }): boolean =>
  account.kind === 'private' && !actor.isPrivateClosed;

/** As whom a link is read: as nobody, or as who made it of what they drive privately themselves. */
export const readAs = (
  { memberId }: Pick<MemberActor, 'memberId'>,
  showsOwnPrivate: boolean,
): Pick<MemberActor, 'memberId' | 'isPrivateClosed'> => ({ memberId, isPrivateClosed: !showsOwnPrivate });

/** One's own; administrators see and end all of the account. */
export const mayEnd = (actor: Pick<MemberActor, 'isAdmin' | 'memberId'>, link: { readonly memberId: number }): boolean =>
  actor.isAdmin || link.memberId === actor.memberId;
