import { DISTANCE_FACTOR, type HoursSource, type ReadingWarning } from '@spora/contract/service';

/** The inputs that operating hours can be counted by, in the order of `RunningState.on`. */
export const RUNNING_INPUTS = ['ignition', 'input1', 'input2', 'input3', 'input4'] as const;

/** How long each source was on, on one UTC day: milliseconds, and of the engine's own count (seconds) what it grew by. */
export interface RunningDay {
  /** Days since 1970-01-01, UTC. */
  readonly day: number;
  readonly onMs: readonly number[];
  readonly engineS: number;
  /** The engine's newest count, seconds; null when it never told. */
  readonly engineTotalS: number | null;
}

/** What is remembered between records: plain data, stored as JSON. */
export interface RunningState extends RunningDay {
  readonly lastMs: number | null;
  /** Null: never heard of. */
  readonly on: readonly (boolean | null)[];
}

const NONE_ON = RUNNING_INPUTS.map(() => 0);
export const NO_RUNNING: RunningState = {
  day: 0,
  onMs: NONE_ON,
  engineS: 0,
  engineTotalS: null,
  lastMs: null,
  on: RUNNING_INPUTS.map(() => null),
};

/** What of a record tells of running. */
export type RunningValues = { readonly [K in (typeof RUNNING_INPUTS)[number]]?: boolean | undefined } & {
  readonly engineTimeS?: number | undefined;
};

const DAY_MS = 86_400_000;
/** A silence longer than this proves nothing of what was on, as it ends a trip (`dataGapS`). */
const MAX_SILENCE_MS = 3_600_000;
/** Engines count in steps of up to an hour. */
const ENGINE_STEP_S = 3600;

export const ranAtAll = (day: RunningDay): boolean => day.engineTotalS !== null || day.onMs.some((ms) => ms > 0);

/**
 * SRV-006: takes note of a record, newer than the state. Days that are over are handed to `done`. Pure, and the same however the
 * records are cut into calls.
 */
export function noteRunning(
  before: RunningState,
  timeMs: number,
  values: RunningValues,
  done: (day: RunningDay) => void,
): RunningState {
  const onMs = before.onMs.slice();
  let { day, engineS, engineTotalS } = before;
  const newDay = Math.floor(timeMs / DAY_MS);
  const seenMs = before.lastMs !== null && timeMs - before.lastMs <= MAX_SILENCE_MS ? timeMs - before.lastMs : 0;
  const afterMidnightMs = newDay === day ? seenMs : Math.min(seenMs, timeMs - newDay * DAY_MS);
  const count = (ms: number) => before.on.forEach((isOn, i) => isOn && (onMs[i] = (onMs[i] ?? 0) + ms));
  if (newDay !== day) {
    count(seenMs - afterMidnightMs);
    const over: RunningDay = { day, onMs: onMs.slice(), engineS, engineTotalS };
    if (before.lastMs !== null && ranAtAll(over)) done(over);
    onMs.fill(0);
    engineS = 0;
    day = newDay;
  }
  count(afterMidnightMs);
  if (values.engineTimeS !== undefined) {
    const grewS = engineTotalS === null ? 0 : values.engineTimeS - engineTotalS;
    const elapsedS = before.lastMs === null ? 0 : (timeMs - before.lastMs) / 1000;
    if (grewS > 0 && grewS <= elapsedS + ENGINE_STEP_S) engineS += grewS;
    engineTotalS = values.engineTimeS;
  }
  const on = RUNNING_INPUTS.map((input, i) => values[input] ?? before.on[i] ?? null);
  return { day, onMs, engineS, engineTotalS, lastMs: timeMs, on };
}

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
