import { DAY_MS } from '@spora/calendar/durations';
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

/** A silence longer than this proves nothing of what was on, as it ends a trip (`dataGapS`). */
const MAX_SILENCE_MS = 3_600_000;
/** Engines count in steps of up to an hour. */
const ENGINE_STEP_S = 3600;

/** Whether there is anything to keep of a day. */
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
