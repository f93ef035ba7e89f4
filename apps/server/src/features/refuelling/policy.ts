import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** What the rules of who may do what with an entry ask of it. */
export interface EntryFacts {
  readonly member_id: number;
  readonly is_masked: boolean;
}

/** Whoever may open the unit and is no visitor adds entries; `isOpen` as the unit's own rules have it (decision 0031). */
export function requireMayAdd(isOpen: boolean): void {
  if (!isOpen) throw new AppError('Forbidden');
}

/** One's own entries, and an administrator all but those of which a part is withheld from them (TRIP-032). */
export const mayEdit = (actor: Pick<MemberActor, 'memberId' | 'isAdmin'>, isOpen: boolean, entry: EntryFacts): boolean =>
  isOpen && (entry.member_id === actor.memberId || (actor.isAdmin && !entry.is_masked));

export function requireMayEdit(actor: Pick<MemberActor, 'memberId' | 'isAdmin'>, isOpen: boolean, entry: EntryFacts): void {
  if (!mayEdit(actor, isOpen, entry)) throw new AppError('Forbidden');
}
