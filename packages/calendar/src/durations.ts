/** A minute in milliseconds. */
export const MINUTE_MS = 60_000;

/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/**
 * Twenty-four hours in milliseconds: for spans of time, and for the days of UTC. A day of an account may have 23 or 25 hours: its
 * calendar stands in `days.ts` and `zones.ts`.
 */
export const DAY_MS = 24 * HOUR_MS;

/**
 * How long it is between two instants by the minutes that clocks show of them, in milliseconds: from 00:00 to 00:02 is two minutes, whatever
 * the seconds (decision 0086). Below zero where the second is in a minute before.
 */
export const clockMs = (fromMs: number, toMs: number): number =>
  (Math.floor(toMs / MINUTE_MS) - Math.floor(fromMs / MINUTE_MS)) * MINUTE_MS;
