import type { Trip } from '@spora/contract/trips/endpoints';
import { lacksPurpose } from './model.ts';

const startMs = (trip: Trip): number => Date.parse(trip.start.time ?? trip.day);
/** TRIP-026: a stop under this is a short one. */
const SHORT_STOP_MS = 15 * 60_000;

/**
 * What is shown of trips that lacked a purpose, oldest first: a settled one stays in its place although the server no longer lists
 * it; one that went another way, as into a merged trip, goes.
 */
export function heldTrips(before: readonly Trip[], listed: readonly Trip[], isOtherAsked: boolean): Trip[] {
  const now = new Map(listed.filter(({ can }) => can.edit).map((trip) => [trip.id, trip]));
  const kept = before.flatMap((trip) => now.get(trip.id) ?? (lacksPurpose(trip, isOtherAsked) ? [] : [trip]));
  const known = new Set(before.map(({ id }) => id));
  return [...kept, ...[...now.values()].filter(({ id }) => !known.has(id))].toSorted((a, b) => startMs(a) - startMs(b));
}

/** TRIP-026: the trip of the same unit that ended shortly before this one, among those shown. */
export const closeBefore = (trip: Trip, shown: readonly Trip[]): Trip | null =>
  (trip.suggests_merge &&
    shown.findLast((other) => {
      const gapMs = startMs(trip) - Date.parse(other.stop?.time ?? '');
      return other.id !== trip.id && other.unit_id === trip.unit_id && gapMs >= 0 && gapMs < SHORT_STOP_MS;
    })) ||
  null;
