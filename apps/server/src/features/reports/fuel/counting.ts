import { DAY_MS } from '@spora/calendar/durations';

/** Fuel that a vehicle's own counter grew by on one UTC day. */
export interface FuelDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly usedMl: number;
}

/** What is remembered between records: plain data, stored as JSON. */
export interface FuelState extends FuelDay {
  /** The counter's newest value, millilitres, and when it was told; null: never. */
  readonly totalMl: number | null;
  readonly atMs: number | null;
}

export const NO_FUEL: FuelState = { day: 0, usedMl: 0, totalMl: null, atMs: null };

/** More than any engine on a road burns; what grows faster is another counter, as of another vehicle. */
const MOST_ML_PER_H = 150_000;
/** Counters grow in steps of up to a litre. */
const STEP_ML = 1000;

/**
 * REP-012: takes note of what a counter of fuel tells (`fuelUsedL`: litres since the vehicle was made), later than the state. What it grew
 * by counts on the UTC day on which that was told; a fall or an impossible leap is where counting begins anew. Days that are over and on
 * which fuel was used are handed to `done`. Pure, and the same however the records are cut into calls.
 */
export function noteFuel(before: FuelState, timeMs: number, fuelUsedL: number, done: (day: FuelDay) => void): FuelState {
  const totalMl = Math.round(fuelUsedL * 1000);
  const day = Math.floor(timeMs / DAY_MS);
  if (before.usedMl > 0 && day !== before.day) done({ day: before.day, usedMl: before.usedMl });
  const grewMl = before.totalMl === null ? 0 : totalMl - before.totalMl;
  const mostMl = before.atMs === null ? 0 : STEP_ML + (MOST_ML_PER_H * (timeMs - before.atMs)) / 3_600_000;
  const countedMl = grewMl > 0 && grewMl <= mostMl ? grewMl : 0;
  return { day, usedMl: (day === before.day ? before.usedMl : 0) + countedMl, totalMl, atMs: timeMs };
}
