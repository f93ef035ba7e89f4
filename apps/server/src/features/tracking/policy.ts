import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';

/** MAP-002: the map, its history and its stream are for members whose map is not switched off. */
export function requireMap(actor: MemberActor): void {
  if (!actor.mayUseMap) throw new AppError('Forbidden');
}

/** MAP-031: the place of a private trip is for its driver alone. */
export const maySeeTrip = (
  actor: Pick<MemberActor, 'memberId'>,
  trip: { type: string; driver_member_id: number | null },
): boolean => trip.type !== 'private' || trip.driver_member_id === actor.memberId;

/** MAP-031, live: while somebody else's private trip is under way, where the unit is stays between it and its driver. */
export const maySeePlace = (
  actor: Pick<MemberActor, 'memberId'>,
  { privateTrip }: { privateTrip: { driverMemberId: number | null } | null },
): boolean => privateTrip === null || privateTrip.driverMemberId === actor.memberId;
