import { type MotionState, settle } from './projection.ts';
import type { DatedSettings } from './rules.ts';

/** The state of the trip machine, as others may read it. */
export type TripsState = Readonly<MotionState>;

/** Since when the clock alone shows that the unit's trip is over; null when it goes on, or there is none. */
export const overSinceMs = (state: TripsState, nowMs: number, dated: readonly DatedSettings[]): number | null =>
  settle(state, nowMs, dated).trip?.endMs ?? null;
