import { AppError } from '../../platform/app-error.ts';
import { type MemberActor, seesAs } from '../../platform/ctx.ts';

/** MAP-002: the map, its history and its stream are for members whose map is not switched off. */
export function requireMap(actor: MemberActor): void {
  if (!actor.mayUseMap) throw new AppError('Forbidden');
}

/** MAP-031: the place of a private trip is for its driver alone. */
export const maySeeTrip = (
  actor: Pick<MemberActor, 'memberId' | 'isPrivateClosed'>,
  trip: { type: string; driver_member_id: number | null },
): boolean => trip.type !== 'private' || trip.driver_member_id === seesAs(actor);

/** What keeps a unit's place from a viewer now. */
export interface PlaceFacts {
  /** Null: the unit's last trip is no private one. */
  readonly privateUse: { readonly driverMemberId: number | null } | null;
  /** Null: the unit is not hidden from administrators. */
  readonly hiding: { readonly driverMemberId: number | null } | null;
}

/**
 * Live: from somebody else's private trip on until the next that is not, where the unit is stays between it and its driver (MAP-031, decision 0006). Hidden from
 * administrators it stays to members who were given it, and to an administrator who drives it (MAP-004, ROLE-005).
 */
export function whyWithheld(
  actor: Pick<MemberActor, 'memberId' | 'isAdmin' | 'isPrivateClosed'>,
  { privateUse, hiding }: PlaceFacts,
): 'private' | 'hidden' | null {
  if (privateUse) return privateUse.driverMemberId === seesAs(actor) ? null : 'private';
  return hiding && isHiddenFrom(actor, hiding.driverMemberId) ? 'hidden' : null;
}

/** DEC-49: hidden from administrators, but not from the one who drives it. */
export const isHiddenFrom = (
  actor: Pick<MemberActor, 'memberId' | 'isAdmin' | 'isPrivateClosed'>,
  driverMemberId: number | null,
): boolean => actor.isAdmin && driverMemberId !== seesAs(actor);
