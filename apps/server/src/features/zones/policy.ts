import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** Who changes zones; `mayEditPlaces` is the member's right `edit-places`. */
export type ZoneEditor = Pick<MemberActor, 'isAdmin'> & { readonly mayEditPlaces: boolean };

interface ZoneUnits {
  readonly unitIds: readonly number[];
}

/** DEC-69: administrators and members with the right to places change zones that touch only units they can access; locks bind both. */
export const mayEditZone = (actor: ZoneEditor, zone: ZoneUnits, visible: ReadonlySet<number>): boolean =>
  (actor.isAdmin || actor.mayEditPlaces) && zone.unitIds.every((id) => visible.has(id));

/** A zone is known to who sees at least one of its units. */
export const maySeeZone = (zone: ZoneUnits, visible: ReadonlySet<number>): boolean => zone.unitIds.some((id) => visible.has(id));

export function requireMayEditZone(...args: Parameters<typeof mayEditZone>): void {
  if (!mayEditZone(...args)) throw new AppError('Forbidden');
}
