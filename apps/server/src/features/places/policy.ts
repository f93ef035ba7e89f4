import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Who changes places; `mayEditPlaces` is the member's right `edit-places`. */
export type PlaceEditor = Pick<MemberActor, 'isAdmin'> & { readonly mayEditPlaces: boolean };

/**
 * DEC-69: members change places that touch only units they can access, unless an administrator took the right to from them. One for
 * every unit of the account is its administrators'.
 * A locked unit that an administrator was not given binds them too (decision 0013).
 */
export const mayEditPlace = (
  actor: PlaceEditor,
  place: { readonly unitIds: readonly number[] | null },
  visible: ReadonlySet<number>,
): boolean =>
  (actor.isAdmin || (actor.mayEditPlaces && place.unitIds !== null)) && (place.unitIds ?? []).every((id) => visible.has(id));

/** A place is known to who sees at least one of the units that it is for. */
export const maySeePlace = (place: { readonly unitIds: readonly number[] | null }, visible: ReadonlySet<number>): boolean =>
  place.unitIds === null || place.unitIds.some((id) => visible.has(id));

export function requireMayEditPlace(...args: Parameters<typeof mayEditPlace>): void {
  if (!mayEditPlace(...args)) throw new AppError('Forbidden');
}

/** PLACE-003: places are not for who has basic subscriptions only. */
export function requirePlaces(hasOnlyBasUnits: boolean): void {
  if (hasOnlyBasUnits) throw new AppError('Forbidden');
}
