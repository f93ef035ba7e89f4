export interface Gathered {
  readonly soon: () => void;
  /** What was still to be run is not. */
  readonly stop: () => void;
}

/** Runs once what many ask for in a burst: `gatherMs` after the first of them, and no more often than every `leastMs`. */
export function gathered(run: () => void, { gatherMs, leastMs }: { gatherMs: number; leastMs: number }): Gathered {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastMs = -Infinity;
  return {
    soon: () => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          lastMs = performance.now();
          run();
        },
        Math.max(gatherMs, lastMs + leastMs - performance.now()),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
