import { type Kysely, sql } from 'kysely';
import type { Transport } from '@spora/protocols/protocol';
import type { Logger } from 'pino';
import type { Db } from '../../platform/database/db.generated.ts';

/** How trackers were in touch, for whoever asks why one does not show. */
export interface Contacts {
  /** A tracker said who it is, from this address. */
  noted(trackerId: number, transport: Transport['kind'], address: string): void;
  /** Something of a tracker that had said who it is was refused. */
  refused(trackerId: number, reason: string): void;
  /** Writes what is noted and stops. */
  stop(): Promise<void>;
}

interface Contact {
  readonly atMs: number;
  readonly transport: Transport['kind'];
  readonly family: 'ipv4' | 'ipv6';
}
interface Refused {
  n: number;
  lastAtMs: number;
}

const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 100_000;

const familyOf = (address: string): Contact['family'] =>
  address.includes(':') && !/^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? 'ipv6' : 'ipv4';

/**
 * Gathers in memory and writes now and then: a tracker that lives on one connection costs one row a connection, one that comes anew
 * each second one in `againMs`. Where each message says who sends it, only a change of the way is written.
 */
export function createContacts({
  db,
  log,
  now,
  everyMs = 5_000,
  againMs = 300_000,
}: {
  readonly db: Kysely<Db>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly everyMs?: number;
  readonly againMs?: number;
}): Contacts {
  let waiting = new Map<number, Contact>();
  /** By tracker; also what need not be written again. */
  const written = new Map<number, Contact>();
  let refusals = new Map<string, Refused>();

  function isDue(trackerId: number, { atMs, transport, family }: Contact): boolean {
    const last = written.get(trackerId);
    if (!last || last.transport !== transport || last.family !== family) return true;
    return transport === 'tcp' && atMs - last.atMs >= againMs;
  }

  /** One write at a time: what is being written is not yet known as written. */
  let writing: Promise<void> | null = null;
  const writeNow = (isLast: boolean): Promise<void> => {
    writing = write(isLast).finally(() => (writing = null));
    return writing;
  };

  async function write(isLast: boolean): Promise<void> {
    const due = [...waiting].filter(([id, contact]) => isLast || isDue(id, contact));
    const refused = refusals;
    refusals = new Map();
    try {
      if (due.length > 0) await writeContacts(db, due);
      for (const [id, contact] of due) {
        if (waiting.get(id) === contact) waiting.delete(id);
        if (written.size >= REMEMBERED_MAX) written.clear();
        written.set(id, contact);
      }
      if (refused.size > 0) await writeRefusals(db, refused);
    } catch (error) {
      log.warn({ err: error }, 'how trackers were in touch could not be noted');
    }
  }
  const timer = setInterval(() => void (writing ?? writeNow(false)), everyMs);
  timer.unref();

  return {
    noted: (trackerId, transport, address) => {
      const contact = { atMs: now().getTime(), transport, family: familyOf(address) };
      // A datagram or a request each time: what is known of its way already costs nothing more.
      if (transport !== 'tcp' && !isDue(trackerId, contact)) return;
      if (waiting.has(trackerId) || waiting.size < REMEMBERED_MAX) waiting.set(trackerId, contact);
    },
    refused: (trackerId, reason) => {
      const atMs = now().getTime();
      const key = `${trackerId} ${Math.floor(atMs / HOUR_MS)} ${reason}`;
      const counted = refusals.get(key);
      if (counted) {
        counted.n += 1;
        counted.lastAtMs = atMs;
      } else if (refusals.size < REMEMBERED_MAX) refusals.set(key, { n: 1, lastAtMs: atMs });
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
      await writeNow(true);
      waiting = new Map();
    },
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A tracker that is gone is left out. */
async function writeContacts(db: Kysely<Db>, contacts: readonly (readonly [number, Contact])[]): Promise<void> {
  await sql`INSERT INTO tracker_contact (tracker_id, at, transport, address_family)
    SELECT c.id, c.at, c.transport, c.family
    FROM unnest(${contacts.map(([id]) => id)}::bigint[], ${contacts.map(([, { atMs }]) => isoOf(atMs))}::timestamptz[],
      ${contacts.map(([, { transport }]) => transport)}::text[], ${contacts.map(([, { family }]) => family)}::text[])
      AS c (id, at, transport, family) JOIN tracker t ON t.id = c.id ORDER BY c.id
    ON CONFLICT (tracker_id) DO UPDATE SET at = excluded.at, transport = excluded.transport, address_family = excluded.address_family
      WHERE tracker_contact.at <= excluded.at`.execute(db);
}

async function writeRefusals(db: Kysely<Db>, refusals: ReadonlyMap<string, Refused>): Promise<void> {
  const rows = [...refusals].map(([key, { n, lastAtMs }]) => {
    const [id = '', hour = '', ...reason] = key.split(' ');
    return { id: Number(id), hour: isoOf(Number(hour) * HOUR_MS), reason: reason.join(' '), n, lastAt: isoOf(lastAtMs) };
  });
  await sql`INSERT INTO tracker_refusal (tracker_id, hour, reason, n, last_at)
    SELECT r.id, r.hour, r.reason, r.n, r.last_at
    FROM unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ hour }) => hour)}::timestamptz[],
      ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ n }) => n)}::integer[],
      ${rows.map(({ lastAt }) => lastAt)}::timestamptz[]) AS r (id, hour, reason, n, last_at)
    JOIN tracker t ON t.id = r.id ORDER BY r.id, r.hour, r.reason
    ON CONFLICT (tracker_id, hour, reason)
      DO UPDATE SET n = tracker_refusal.n + excluded.n, last_at = greatest(tracker_refusal.last_at, excluded.last_at)`.execute(
    db,
  );
}
