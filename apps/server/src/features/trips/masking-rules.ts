import { type MemberActor, seesAs } from '../../platform/ctx.ts';

/** Who looks. */
export type Viewer = Pick<MemberActor, 'memberId' | 'isPrivateClosed'>;

/** What the rules of who may see and do what ask of a trip. */
export interface TripFacts {
  readonly type: string;
  readonly driverMemberId: number | null;
  /** It has no driver, and somebody else than the actor said that it is private. */
  readonly isSaidPrivate: boolean;
  /** The actor made it private by hand, when it was not, and nobody has said anything of its type since. */
  readonly isOwnPrivate: boolean;
  /** The actor named who drove it, by hand and last. */
  readonly isOwnGift: boolean;
  /** The actor changes what others drove, too: an administrator, or who was given the right. */
  readonly isOpenToAll: boolean;
  readonly isOngoing: boolean;
  readonly hasRoute: boolean;
  /** Its account has the routes of the type other drawn. */
  readonly isOtherDrawn: boolean;
  readonly isAttested: boolean;
  /** False where the unit's subscription has a log to read only (TRIP-033). */
  readonly hasTripLog: boolean;
}

/** TRIP-032: of a private trip everybody but its driver sees date, distance and odometer only; there is no way round it. */
export const isMasked = (actor: Viewer, trip: Pick<TripFacts, 'type' | 'driverMemberId'>): boolean =>
  trip.type === 'private' && trip.driverMemberId !== seesAs(actor);
