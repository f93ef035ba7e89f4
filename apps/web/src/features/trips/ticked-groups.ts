import type { Trip } from '@spora/contract/trips/endpoints';

/** Trips that are one colour on the map of several. */
export interface TickedGroup {
  readonly key: string;
  readonly trips: readonly Trip[];
}

/** Of several units each is one; of one unit each trip is. In the order of the list, so that the colours stay. */
export function tickedGroups(trips: readonly Trip[]): TickedGroup[] {
  const byUnit = Map.groupBy(trips, ({ unit_id }) => unit_id);
  if (byUnit.size > 1) return [...byUnit].map(([id, ofUnit]) => ({ key: `unit-${id}`, trips: ofUnit }));
  return trips.map((trip) => ({ key: `trip-${trip.id}`, trips: [trip] }));
}
