import { useMemo, useState } from 'react';
import type { TripPage } from './model.ts';

const NONE: ReadonlySet<number> = new Set();

/**
 * While somebody ticks trips, those that end meanwhile wait outside: a row must not move away under the pointer.
 * `key` tells one page of one search from another; a new one is shown as it is. `left`: those that were on it, and that the list as
 * it is now has no more, as when somebody else has said what a filter asks for.
 */
export function useHeldPage(
  newest: TripPage | undefined,
  isTicking: boolean,
  key: string,
): { page: TripPage | undefined; left: ReadonlySet<number> } {
  const [held, setHeld] = useState<{ key: string; ids: ReadonlySet<number> } | null>(null);
  if (!isTicking && held) setHeld(null);
  if (isTicking && newest && held?.key !== key) setHeld({ key, ids: new Set(newest.trips.map(({ id }) => id)) });
  return useMemo(() => {
    if (!newest || !isTicking || held?.key !== key) return { page: newest, left: NONE };
    const trips = newest.trips.filter(({ id }) => held.ids.has(id));
    // Of one of several pages nobody knows whether a trip has left the list or moved to the next.
    const isWhole = newest.page.count <= 1;
    const listed = new Set(trips.map(({ id }) => id));
    return { page: { ...newest, trips }, left: isWhole ? new Set([...held.ids].filter((id) => !listed.has(id))) : NONE };
  }, [held, isTicking, key, newest]);
}
