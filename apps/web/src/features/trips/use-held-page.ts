import { useState } from 'react';
import type { TripPage } from './model.ts';

/**
 * While somebody ticks trips, those that end meanwhile wait outside: a row must not move away under the pointer.
 * `key` tells one page of one search from another; a new one is shown as it is.
 */
export function useHeldPage(newest: TripPage | undefined, isTicking: boolean, key: string): TripPage | undefined {
  const [held, setHeld] = useState<{ key: string; ids: ReadonlySet<number> } | null>(null);
  if (!isTicking && held) setHeld(null);
  if (isTicking && newest && held?.key !== key) setHeld({ key, ids: new Set(newest.trips.map(({ id }) => id)) });
  if (!newest || !isTicking || held?.key !== key) return newest;
  return { ...newest, trips: newest.trips.filter(({ id }) => held.ids.has(id)) };
}
