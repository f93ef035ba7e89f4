/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/**
 * Twenty-four hours in milliseconds: for spans of time, and for the days of UTC. A day of an account may have 23 or 25 hours: its
 * calendar stands in `days.ts` and `zones.ts`.
 */
export const DAY_MS = 24 * HOUR_MS;
