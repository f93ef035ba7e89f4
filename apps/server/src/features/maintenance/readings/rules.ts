import { DAY_MS } from '@spora/calendar/durations';
import type { HoursSource, ReadingWarning } from '@spora/contract/maintenance/readings';
import { DISTANCE_FACTOR } from '@spora/contract/maintenance/values';

/** The column of `unit_running_day` that holds a source's seconds. */
export const RUNNING_COLUMN = {
  ignition: 'ignition_s',
  input1: 'input1_s',
  input2: 'input2_s',
  input3: 'input3_s',
  input4: 'input4_s',
  engine: 'engine_s',
} as const satisfies Record<HoursSource, string>;

/** UNIT-022: more than this above or below what was expected is to be confirmed. */
const JUMP_M = 2_000_000;
/** A dashboard shows whole kilometres. */
const ROUNDING_M = 1000;

/**
 * UNIT-022: what is odd about a reading, all in metres. `expectedM`: what the unit shows at that time; `beforeM`, `afterM`: the
 * readings around it. Nothing is odd about the first.
 */
export function warningsOf(
  valueM: number,
  { expectedM, beforeM, afterM }: { expectedM: number | null; beforeM: number | null; afterM: number | null },
): ReadingWarning[] {
  if (expectedM === null) return [];
  const falls = valueM < expectedM - ROUNDING_M || (beforeM !== null && valueM < beforeM) || (afterM !== null && valueM > afterM);
  return [...(falls ? (['fall'] as const) : []), ...(Math.abs(valueM - expectedM) > JUMP_M ? (['jump'] as const) : [])];
}

/** More than hardly any unit shows in its life: a decimal sign is missing, or a digit too many was typed. */
const LARGE_M = { land: 1_000_000_000, sea: 100_000_000 };

/** UNIT-022: what is odd about a first reading, metres. `trackerM`: what the tracker itself says at that time; null when nothing does. */
export function firstWarningsOf(
  valueM: number,
  { trackerM, isBoat }: { trackerM: number | null; isBoat: boolean },
): ReadingWarning[] {
  if (valueM > (isBoat ? LARGE_M.sea : LARGE_M.land)) return ['large'];
  return trackerM !== null && Math.abs(valueM - trackerM) > JUMP_M ? ['far'] : [];
}

/** A reading with what the unit had driven by then: metres, UTC milliseconds. */
export interface CountedReading {
  readonly timeMs: number;
  readonly valueM: number;
  readonly counterM: number;
}

export interface FactorProposal {
  readonly value: number;
  readonly first: CountedReading;
  readonly last: CountedReading;
}

/** Less than this between two readings says nothing of a factor; nor does a difference smaller than half a percent. */
const FACTOR_LEAST_M = 100_000;
const FACTOR_STEP = 0.005;

/**
 * UNIT-023: the factor by the two newest readings (oldest first) since the present one holds; null while they agree, are too close
 * or say something that no tracker is wrong by.
 */
export function proposeFactor(
  readings: readonly CountedReading[],
  present: { value: number; fromMs: number },
): FactorProposal | null {
  const [first, last] = readings.filter(({ timeMs }) => timeMs >= present.fromMs).slice(-2);
  if (!first || !last) return null;
  const countedM = last.counterM - first.counterM;
  const shownM = last.valueM - first.valueM;
  if (countedM < FACTOR_LEAST_M || shownM < FACTOR_LEAST_M) return null;
  const value = Math.round(((present.value * shownM) / countedM) * 1000) / 1000;
  const isSound = value >= DISTANCE_FACTOR.min && value <= DISTANCE_FACTOR.max;
  return isSound && Math.abs(value - present.value) >= FACTOR_STEP ? { value, first, last } : null;
}

/**
 * How many seconds of a UTC day's `runS` lie before `at`. What is read off now is after everything so far; of a day gone by the
 * share of time, since only whole days are kept.
 */
export function runBefore(runS: number, at: Date, now: Date): number {
  if (Math.floor(at.getTime() / DAY_MS) === Math.floor(now.getTime() / DAY_MS)) {
    const soFarMs = Math.max(1, now.getTime() % DAY_MS);
    return now.getTime() - at.getTime() < 15 * 60_000 ? runS : Math.round((runS * (at.getTime() % DAY_MS)) / soFarMs);
  }
  return Math.round((runS * (at.getTime() % DAY_MS)) / DAY_MS);
}
