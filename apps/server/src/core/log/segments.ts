import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { byteaArray, int4Array, int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { PAYLOAD_MAX, wakeStatement } from '../../platform/wake/postgres-wake.ts';
import type { Channel } from '../../platform/wake/wake.ts';
import type { QuarantineReason } from './spans.ts';

/** One row of the log to be: a tracker's records of one UTC day within one commit. */
export interface SegmentRow {
  readonly trackerId: number;
  readonly t0Ms: number;
  readonly t1Ms: number;
  readonly n: number;
  readonly digest: Uint8Array;
  readonly data: Uint8Array;
}

export interface QuarantineRow {
  readonly trackerId: number;
  readonly reason: QuarantineReason;
  readonly n: number;
  readonly data: Uint8Array;
}

export interface Append {
  /** Every tracker heard of, also one whose records were all set aside. */
  readonly trackerIds: readonly number[];
  /** A tracker's rows stand together, oldest day first. */
  readonly segments: readonly SegmentRow[];
  readonly quarantined: readonly QuarantineRow[];
  readonly receivedAt: Date;
}

/** Wakes who follows the log: the ids of the trackers that it goes on of. */
export const LOG_CHANNEL: Channel<readonly number[]> = {
  name: 'spora_log',
  payload: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
    .transform((text) => text.split(',').map(Number)),
};

/**
 * One statement, so one round trip and one commit. Trackers are given in the order of their ids and nearly always updated so; two gateways
 * that store of the same two trackers at once, each the other's first, wait for each other until the database gives one of them up, and
 * that one is tried again (a lock of their own before would write each tracker's row twice). Each row gets the next `seq` of its tracker, so there is no gap and no row out of order. A tracker
 * that is gone leaves a null `seq`, which the table refuses: nothing is ever half stored.
 */
export async function append(db: Kysely<Db>, { trackerIds, segments, quarantined, receivedAt }: Append): Promise<void> {
  const slots: number[] = [];
  const rowsOf = new Map<number, number>(trackerIds.map((id) => [id, 0]));
  for (const { trackerId } of segments) {
    const slot = rowsOf.get(trackerId) ?? 0;
    slots.push(slot);
    rowsOf.set(trackerId, slot + 1);
  }
  const ids = [...rowsOf.keys()].sort((a, b) => a - b);
  const setAside = quarantined.length === 0 ? sql`` : quarantineStep(quarantined, receivedAt);
  await sql`
    WITH heard AS (
      SELECT * FROM unnest(${int8Array(ids)}::int8[], ${int4Array(ids.map((id) => rowsOf.get(id) ?? 0))}::int4[]) AS h (id, rows)
    ), numbered AS (
      UPDATE tracker t SET next_seq = t.next_seq + h.rows, last_contact_at = greatest(t.last_contact_at, ${receivedAt})
      FROM heard h WHERE t.id = h.id
      RETURNING t.id, t.next_seq - h.rows AS first_seq
    ), stored AS (
      INSERT INTO position_segment (tracker_id, seq, t0, t1, n, digest, data)
      SELECT s.tracker_id, n.first_seq + s.slot, s.t0, s.t1, s.n, s.digest, s.data
      FROM unnest(
        ${int8Array(segments.map((s) => s.trackerId))}::int8[], ${int4Array(slots)}::int4[],
        ${timestamptzArray(segments.map((s) => s.t0Ms))}::timestamptz[], ${timestamptzArray(segments.map((s) => s.t1Ms))}::timestamptz[],
        ${int4Array(segments.map((s) => s.n))}::int4[],
        ${byteaArray(segments.map((s) => s.digest))}::bytea[], ${byteaArray(segments.map((s) => s.data))}::bytea[]
      ) AS s (tracker_id, slot, t0, t1, n, digest, data)
      LEFT JOIN numbered n ON n.id = s.tracker_id
    )${setAside}
    ${wakeStatement(LOG_CHANNEL, payloads(ids))}`.execute(db);
}

/** A tracker was heard of by something that is no report. */
export async function noteHeard(db: Kysely<Db>, trackerId: number, at: Date): Promise<void> {
  await sql`UPDATE tracker SET last_contact_at = ${at} WHERE id = ${trackerId}
    AND (last_contact_at IS NULL OR last_contact_at < ${at})`.execute(db);
}

const quarantineStep = (rows: readonly QuarantineRow[], receivedAt: Date) => sql`, set_aside AS (
      INSERT INTO position_quarantine (tracker_id, received_at, reason, n, data)
      SELECT q.tracker_id, ${receivedAt}, q.reason, q.n, q.data
      FROM unnest(${int8Array(rows.map((r) => r.trackerId))}::int8[], ${rows.map((r) => r.reason)}::text[],
        ${int4Array(rows.map((r) => r.n))}::int4[], ${byteaArray(rows.map((r) => r.data))}::bytea[]) AS q (tracker_id, reason, n, data)
    )`;

function payloads(ids: readonly number[]): string[] {
  const found: string[] = [];
  let current = '';
  for (const id of ids) {
    if (current.length + 17 > PAYLOAD_MAX) {
      found.push(current);
      current = '';
    }
    current += current ? `,${id}` : String(id);
  }
  if (current) found.push(current);
  return found;
}

export type AppendFailure = 'no-partition' | 'bad-data' | 'fault' | 'away' | 'disk-full';

const DISK_FULL = '53100';

/** Connection, state of the transaction, right to sign in, lock given up, resources, operator, system: may be well again later. */
const PASSING = /^(08|25|28|3D|40|53|55|57|58|F0|XX)/;

/**
 * What a failed append means. What PostgreSQL says about the values is bad data; what it says about the state it is in, and all that
 * comes of the connection, is tried again. The rest is a fault of ours, which waiting would not mend if the database answers.
 */
export function failureOf(error: unknown): AppendFailure {
  if (error instanceof TypeError || error instanceof RangeError) return 'fault';
  if (!(error instanceof pg.DatabaseError) || !error.code) return 'away';
  if (error.code === '23514' && error.constraint === undefined) return 'no-partition';
  if (error.code === DISK_FULL) return 'disk-full';
  if (/^(22|23)/.test(error.code)) return 'bad-data';
  return PASSING.test(error.code) ? 'away' : 'fault';
}

export async function answers(db: Kysely<Db>): Promise<boolean> {
  return sql`SELECT 1`.execute(db).then(
    () => true,
    () => false,
  );
}

export async function ensurePartitions(db: Kysely<Db>, from: Date, to: Date): Promise<void> {
  await sql`SELECT ensure_segment_partitions(${from}, ${to})`.execute(db);
}

/** A stranger who invents numbers must not fill the table: beyond so many rows only those known are counted on. */
export const UNKNOWN_TRACKERS_MAX = 10_000;

export async function noteUnknownTrackers(db: Kysely<Db>, attempts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  const imeis = [...attempts.keys()];
  const counts = [...attempts.values()];
  await sql`
    WITH given AS (SELECT * FROM unnest(${imeis}::text[], ${counts}::int8[]) AS g (imei, attempts)),
    known AS (
      UPDATE unknown_tracker u SET attempts = u.attempts + g.attempts, last_seen_at = ${at}
      FROM given g WHERE u.imei = g.imei RETURNING u.imei
    )
    INSERT INTO unknown_tracker (imei, first_seen_at, last_seen_at, attempts)
    SELECT g.imei, ${at}, ${at}, g.attempts FROM given g
    WHERE g.imei NOT IN (SELECT imei FROM known)
    LIMIT greatest(0, ${UNKNOWN_TRACKERS_MAX}::int8 - (SELECT count(*) FROM unknown_tracker))
    ON CONFLICT (imei) DO UPDATE SET attempts = unknown_tracker.attempts + excluded.attempts, last_seen_at = excluded.last_seen_at`.execute(
    db,
  );
}
