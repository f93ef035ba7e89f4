import { AppError } from '../../platform/app-error.ts';
import { seesAs } from '../../platform/ctx.ts';
import { isMasked, type TripFacts, type Viewer } from './masking-rules.ts';

export type EditRefusal = 'BasicSubscription' | 'TripIsOngoing' | 'TripIsAttested' | 'TripNotYours' | 'TripOfAnother';

/**
 * Why the actor may not edit the trip; null when it may. An attested one is nobody's to change (ATT-003, ATT-012). A private trip is its
 * driver's alone; of one that has no driver nobody else takes back what somebody said: to call it business would show where it went
 * (TRIP-032). What a rule made private there, and whatever one's own hand did, can be put right: they had seen where it went.
 * What others drove is changed by administrators and by who was given the right (decision 0084), and by who named its driver, so that a slip
 * is put right.
 */
export function editRefusal(actor: Viewer, trip: TripFacts): EditRefusal | null {
  if (!trip.hasTripLog) return 'BasicSubscription';
  if (trip.isOngoing) return 'TripIsOngoing';
  if (trip.isAttested) return 'TripIsAttested';
  if (trip.isOwnPrivate) return null;
  if (isMasked(actor, trip) && (trip.driverMemberId !== null || trip.isSaidPrivate)) return 'TripNotYours';
  const isOthers = trip.driverMemberId !== null && trip.driverMemberId !== seesAs(actor);
  return isOthers && !trip.isOpenToAll && !trip.isOwnGift ? 'TripOfAnother' : null;
}

const FORBIDDEN: ReadonlySet<EditRefusal> = new Set(['BasicSubscription', 'TripNotYours', 'TripOfAnother']);

/** The refusal as an error: what one has no right to is forbidden, the rest is a conflict with what the trip is. */
export const refusedBy = (refusal: EditRefusal): AppError => new AppError(refusal, FORBIDDEN.has(refusal) ? { status: 403 } : {});

/**
 * TRIP-011: the routes of others are drawn of business trips only, and of the third type where the account says so; whoever drove sees
 * where they went themselves.
 */
export const mayDrawRoute = (
  actor: Viewer,
  trip: Pick<TripFacts, 'type' | 'hasRoute' | 'driverMemberId' | 'isOtherDrawn'>,
): boolean =>
  trip.hasRoute &&
  (trip.type === 'business' || (trip.type === 'other' && trip.isOtherDrawn) || trip.driverMemberId === seesAs(actor));
