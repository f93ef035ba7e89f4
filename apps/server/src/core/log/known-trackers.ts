import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/database/db.generated.ts';
import { mayBeName } from './directory.ts';
import { noteUnknownTrackers } from './segments.ts';

export interface KnownTrackersOptions {
  /** The trackers that are called so on this port: by an IMEI, or by a phone's id. Who is not ours is left out. */
  readonly find: (names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  readonly knownMs?: number;
  /** Short: a tracker registered a moment ago must be let in. */
  readonly unknownMs?: number;
  readonly maxKept?: number;
}

/** Answers the tracker's id, or undefined for one that is not ours. Rejects when the database cannot say. */
export type FindTracker = (name: string) => Promise<number | undefined> | number | undefined;

const BATCH_MAX = 1000;

interface Waiting {
  readonly name: string;
  readonly resolve: (id: number | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Looks up who is calling: from a bounded memory, else many callers in one query. Strangers, however many and whatever they
 * call themselves, cost one query at a time.
 */
export function createKnownTrackers(options: KnownTrackersOptions): FindTracker {
  const { find, knownMs = 60_000, unknownMs = 1_000, maxKept = 100_000 } = options;
  const kept = new Map<string, { readonly id: number | undefined; readonly untilMs: number }>();
  const waiting: Waiting[] = [];
  let isAsking = false;

  function keep(name: string, id: number | undefined): void {
    // Insertion order is age: the oldest makes room.
    kept.delete(name);
    if (kept.size >= maxKept)
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        break;
      }
    kept.set(name, { id, untilMs: performance.now() + (id === undefined ? unknownMs : knownMs) });
  }

  async function askAll(): Promise<void> {
    isAsking = true;
    // Those who call in this turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        const found = await find([...new Set(batch.map(({ name }) => name))]);
        for (const { name, resolve } of batch) {
          keep(name, found.get(name));
          resolve(found.get(name));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAsking = false;
  }

  return (name) => {
    const found = kept.get(name);
    if (found && found.untilMs > performance.now()) return found.id;
    return new Promise((resolve, reject) => {
      waiting.push({ name, resolve, reject });
      if (!isAsking) void askAll();
    });
  };
}

export interface Strangers {
  /** What is no IMEI is not noted. */
  note(imei: string): void;
  /** Writes what is noted and stops. */
  stop(): Promise<void>;
}

const LOG_AGAIN_MS = 3_600_000;
const REMEMBERED_MAX = 10_000;

/** Unknown IMEIs: counted in the database in batches, logged once an hour each, bounded in memory. */
export function createStrangers({ db, log, now }: { db: Kysely<Db>; log: Logger; now: () => Date }): Strangers {
  let attempts = new Map<string, number>();
  const loggedAtMs = new Map<string, number>();

  async function write(): Promise<void> {
    if (attempts.size === 0) return;
    const noted = attempts;
    attempts = new Map();
    try {
      await noteUnknownTrackers(db, noted, now());
    } catch (error) {
      log.warn({ err: error }, 'unknown trackers could not be noted');
    }
  }
  const timer = setInterval(() => void write(), 1000);
  timer.unref();

  return {
    note: (imei) => {
      if (!mayBeName('imei', imei)) return;
      if (attempts.has(imei) || attempts.size < REMEMBERED_MAX) attempts.set(imei, (attempts.get(imei) ?? 0) + 1);
      const atMs = performance.now();
      if (atMs - (loggedAtMs.get(imei) ?? -Infinity) < LOG_AGAIN_MS) return;
      // When strangers crowd the memory the log stays quiet rather than flooding.
      if (loggedAtMs.size >= REMEMBERED_MAX) {
        for (const [known, loggedMs] of loggedAtMs) if (atMs - loggedMs >= LOG_AGAIN_MS) loggedAtMs.delete(known);
        if (loggedAtMs.size >= REMEMBERED_MAX) return;
      }
      loggedAtMs.set(imei, atMs);
      log.info({ imei }, 'an unknown tracker was refused');
    },
    stop: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
