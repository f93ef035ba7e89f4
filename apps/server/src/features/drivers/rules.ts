import { DAY_MS } from '@spora/calendar/durations';
/** The tag that was read last, and the candidate in which it was told of (its start, UTC milliseconds); null: between candidates. */
export interface TagState {
  readonly value: string;
  readonly candidateMs: number | null;
}

/** A tag says who drives from `atMs` on; `readMs` is the record that said it. */
export interface TagEffect {
  readonly kind: 'tag';
  readonly tag: string;
  readonly atMs: number;
  readonly readMs: number;
}

/**
 * What a record's driver tag makes known. A tag that stays in its reader is in every record: told is the first reading of each
 * candidate, and every change. The first of a candidate counts from the candidate's start, since people set out before they show their
 * tag; a change on the way counts from the change on, so that the trip stays with the one who set out. Pure.
 */
export function readTag(
  before: TagState | undefined,
  value: string | undefined,
  timeMs: number,
  candidateMs: number | null,
  tell: (effect: TagEffect) => void,
): TagState | undefined {
  if (value === undefined) return before;
  const isFirstOfCandidate = candidateMs !== null && before?.candidateMs !== candidateMs;
  if (before?.value === value && !isFirstOfCandidate) return before;
  tell({ kind: 'tag', tag: value, atMs: isFirstOfCandidate ? candidateMs : timeMs, readMs: timeMs });
  return { value, candidateMs };
}

/** What a check-in or check-out meets of a trip. */
export interface TripToChange {
  readonly driverMemberId: number | null;
  /** Null: nobody changed the driver by hand. */
  readonly editedDriverId: number | null;
  readonly usualDriverId: number | null;
  readonly isAttested: boolean;
  /** TRIP-032: somebody else's private trip, from the one who acts. */
  readonly isMasked: boolean;
}

export type Consequence = 'none' | 'changes' | 'attested' | 'private';

/**
 * DRV-005: what becomes of a trip when `memberId` is checked in from it on, or (null) the one who was is checked out. An attested
 * trip stays, and so does somebody else's private trip: its new driver would see where it went. A check-in stands over drivers
 * that were edited (DRV-002: all trips); a check-out takes `checkedOutId` off every trip and leaves the others'.
 */
export function consequenceOf(trip: TripToChange, memberId: number | null, checkedOutId: number | null): Consequence {
  const isFree = trip.editedDriverId === null || trip.editedDriverId === checkedOutId;
  const driver = memberId ?? (isFree ? trip.usualDriverId : trip.driverMemberId);
  if ((driver || null) === trip.driverMemberId) return 'none';
  if (trip.isAttested) return 'attested';
  return trip.isMasked ? 'private' : 'changes';
}

/** DRV-015. */
export const STALE_AFTER_MS = DAY_MS;

/** DRV-015: whether a check-in has been open for more than a day without driving. Instants; `drivenAt` is the end of the newest trip. */
export const isStale = (
  checkIn: { readonly at: Date; readonly recordedAt: Date; readonly drivenAt: Date | null; readonly isDriving: boolean },
  now: Date,
): boolean =>
  !checkIn.isDriving &&
  now.getTime() - Math.max(checkIn.at.getTime(), checkIn.recordedAt.getTime(), checkIn.drivenAt?.getTime() ?? 0) > STALE_AFTER_MS;
