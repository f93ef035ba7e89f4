/** A clock that can be put forward in a running demo, so that lock-outs and expiries need no waiting. */
export interface DemoClock {
  readonly now: () => Date;
  /** How far it is ahead. */
  readonly aheadMs: () => number;
  readonly moveOn: (ms: number) => void;
  readonly reset: () => void;
}

/** A day, so that nobody moves into the next retention by leaning on the button. */
const AHEAD_MAX_MS = 24 * 3_600_000;

/** Begins at the time of `real`; never runs behind it. */
export function createDemoClock(real: () => Date): DemoClock {
  let ahead = 0;
  return {
    now: () => new Date(real().getTime() + ahead),
    aheadMs: () => ahead,
    moveOn: (ms) => {
      ahead = Math.min(AHEAD_MAX_MS, ahead + Math.max(0, ms));
    },
    reset: () => {
      ahead = 0;
    },
  };
}
