import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Announce } from '../../platform/events/events.ts';
import type { Contacts } from './contacts.ts';

declare module '../../platform/events/events.ts' {
  interface DomainEvents {
    /** Two devices report as one tracker: one of them is not what it says (decision 0062). */
    'identity-shared': { readonly trackerId: number; readonly at: Date };
  }
}

/** Trackers whose identity two devices use. */
export interface SharedIdentities {
  noted(trackerId: number): void;
  /** Tells what is noted and stops. */
  stop(): Promise<void>;
}

/** As long as a security alarm is not told again anyway (CONST-054). */
const AGAIN_MS = 15 * 60_000;
const REMEMBERED_MAX = 100_000;

/** Tells once in a quarter of an hour of each tracker, and counts it among what was refused of the tracker. */
export function createSharedIdentities({
  db,
  log,
  now,
  announce,
  contacts,
}: {
  readonly db: Kysely<Db>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly announce: Announce;
  readonly contacts: Pick<Contacts, 'refused'>;
}): SharedIdentities {
  const toldAtMs = new Map<number, number>();
  let telling: Promise<void> = Promise.resolve();

  async function tell(trackerId: number, at: Date): Promise<void> {
    try {
      await db.transaction().execute((tx) => announce(tx, [{ name: 'identity-shared', trackerId, at }], at));
      log.warn({ trackerId }, 'two devices report as one tracker');
    } catch (error) {
      toldAtMs.delete(trackerId);
      log.warn(
        { err: error, trackerId },
        'that two devices report as one tracker could not be told; it is when they do so again',
      );
    }
  }

  return {
    noted: (trackerId) => {
      contacts.refused(trackerId, 'shared-identity');
      const at = now();
      if (at.getTime() - (toldAtMs.get(trackerId) ?? -Infinity) < AGAIN_MS) return;
      if (toldAtMs.size >= REMEMBERED_MAX) toldAtMs.clear();
      toldAtMs.set(trackerId, at.getTime());
      telling = telling.then(() => tell(trackerId, at));
    },
    stop: () => telling,
  };
}
