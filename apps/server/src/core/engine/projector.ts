import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Wake } from '../../platform/wake/wake.ts';
import { trackersWithNews } from './check-points.ts';
import type { Engine } from './engine.ts';
import { type Projected, projectNext } from './project.ts';
import { storeLaggingStates } from './lagging.ts';
import { settleSilentUnits } from './silence.ts';
import { createStateMemory } from './states.ts';
import { LOG_CHANNEL } from '../log/segments.ts';

/** What a projector needs; the sizes are for tests and benchmarks. */
export interface ProjectorOptions {
  readonly engine: Engine;
  readonly db: Kysely<Db>;
  readonly wake: Wake;
  readonly log: Logger;
  readonly now: () => Date;
  readonly pollMs?: number;
  readonly settleMs?: number;
  /** A tracker whose log cannot be projected is passed over for so long. */
  readonly passOverMs?: number;
  /** Trackers in one transaction, and segments of each. */
  readonly trackers?: number;
  readonly segments?: number;
  readonly onProjected?: (projected: Projected, seconds: number) => void;
  readonly onFailed?: () => void;
}

/** A projector that runs. */
export interface Projector {
  /** Resolves when all of the log that was there at the call is projected; for tests, the demo and benchmarks. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_MS = { first: 100, most: 5_000 } as const;
const PASS_OVER_MS = 60_000;
/** Only so many woken trackers are remembered by name; beyond it a look at all of them is cheaper. */
const WOKEN_MAX = 20_000;

/**
 * Follows the log: woken by its notifications, and by the clock in case one was lost. Any number of projectors may run side by
 * side; each tracker is in the hands of one at a time.
 */
export function createProjector(options: ProjectorOptions): Projector {
  const { engine, db, log, now } = options;
  const stopping = new AbortController();
  const sizes = { trackers: options.trackers ?? 256, segments: options.segments ?? 64 };
  const memory = createStateMemory();
  const woken = new Set<number>();
  /** Until when (monotonic) trackers are passed over. */
  const passedOver = new Map<number, number>();
  let mustLookAtAll = true;
  let wake: () => void = () => {};

  const awaken = (ids: readonly number[] | 'all'): void => {
    if (ids === 'all' || woken.size + ids.length > WOKEN_MAX) mustLookAtAll = true;
    else for (const id of ids) woken.add(id);
    wake();
  };

  /** One look: at all trackers, or at those that were named. Answers whether there may be more. */
  async function work(): Promise<boolean> {
    const among = mustLookAtAll ? undefined : [...woken].slice(0, sizes.trackers * 4);
    const looksAtAll = mustLookAtAll;
    mustLookAtAll = false;
    for (const id of among ?? []) woken.delete(id);
    if (among?.length === 0) return false;
    const began = performance.now();
    for (const [id, untilMs] of passedOver) if (untilMs <= began) passedOver.delete(id);
    try {
      const projected = await projectNext(engine, db, now(), sizes, { among, without: [...passedOver.keys()], memory });
      if (projected.trackers > 0) options.onProjected?.(projected, (performance.now() - began) / 1000);
      // What was named or found may have more to come; what another worker holds is found by the clock.
      if (projected.trackers > 0) {
        if (looksAtAll && projected.mayHaveLeftOut) mustLookAtAll = true;
        else awaken(among ?? projected.trackerIds);
      }
      return mustLookAtAll || woken.size > 0;
    } catch (error) {
      mustLookAtAll = true;
      await findCulprits();
      throw error;
    }
  }

  /** What one tracker's log does to the projector must not stand still the others: each by itself, and those that fail wait. */
  async function findCulprits(): Promise<void> {
    const choice = { without: [...passedOver.keys()] };
    for (const id of (await trackersWithNews(db, sizes.trackers, choice)).keys()) {
      if (stopping.signal.aborted) return;
      try {
        await projectNext(engine, db, now(), sizes, { among: [id] });
      } catch (error) {
        // Throws when the database itself is away: then nobody is to blame.
        await trackersWithNews(db, 1);
        passedOver.set(id, performance.now() + (options.passOverMs ?? PASS_OVER_MS));
        log.error({ err: error, trackerId: id }, 'the log of a tracker cannot be projected; it is passed over for a while');
      }
    }
  }

  async function loop(): Promise<void> {
    let pauseMs: number = RETRY_MS.first;
    while (!stopping.signal.aborted) {
      try {
        if (await work()) continue;
        pauseMs = RETRY_MS.first;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (mustLookAtAll || woken.size > 0 || stopping.signal.aborted) resolve();
        });
        wake = () => {};
      } catch (error) {
        options.onFailed?.();
        log.error({ err: error }, 'the log could not be projected; trying again');
        await pause(pauseMs);
        // eslint-disable-next-line no-useless-assignment -- the next round's failure reads it
        pauseMs = Math.min(pauseMs * 2, RETRY_MS.most);
      }
    }
  }

  async function settleNowAndThen(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(options.settleMs ?? 15_000);
      if (stopping.signal.aborted) return;
      await settleSilentUnits(engine, db, now(), { memory }).catch((error: unknown) =>
        log.error({ err: error }, 'silent units could not be looked at'),
      );
      await storeLaggingStates(engine, db, now(), memory).catch((error: unknown) =>
        log.error({ err: error }, 'the states of silent units could not be stored'),
      );
    }
  }

  const pause = (ms: number) => wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  const poll = setInterval(() => awaken('all'), options.pollMs ?? 2_000);
  const listening = options.wake.listen(LOG_CHANNEL, { onMessage: awaken, onBegun: () => awaken('all') });
  const running = loop();
  const settling = settleNowAndThen();

  return {
    async drain() {
      for (;;) {
        if ((await projectNext(engine, db, now(), sizes)).trackers > 0) continue;
        // What is in hand elsewhere, also in this projector's own loop, was passed over.
        if ((await trackersWithNews(db, 1)).size === 0) return;
        await wait(5);
      }
    },
    async stop() {
      stopping.abort();
      clearInterval(poll);
      wake();
      await Promise.all([running, settling, listening.stop()]);
    },
  };
}
