import { decodeSegments } from '@spora/telemetry/segment';
import type { RecordColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { ModelFamily } from '@spora/protocols/avl/names';
import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { DatedFamily } from './advance.ts';
import type { UnitKey } from './projections.ts';
import { type Span, withinSpan } from '../log/spans.ts';
import { holdFreeTrackers } from './holds.ts';

export interface Choice {
  /** Those only. */
  readonly among?: readonly number[] | undefined;
  /** Not those. */
  readonly without?: readonly number[] | undefined;
}

/** Trackers whose log goes on beyond their check point, and how far. */
export async function trackersWithNews(
  db: Kysely<Db>,
  limit: number,
  { among, without = [] }: Choice = {},
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; last_seq: number }>`
    SELECT t.id, t.next_seq - 1 AS last_seq FROM tracker t LEFT JOIN projection_checkpoint c ON c.tracker_id = t.id
    WHERE t.next_seq > coalesce(c.seq, 0) + 1 ${among ? sql`AND t.id = ANY (${int8Array(among)}::bigint[])` : sql``}
      ${without.length > 0 ? sql`AND t.id <> ALL (${int8Array(without)}::bigint[])` : sql``}
    LIMIT ${limit}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.last_seq]));
}

/** Makes check points for trackers that have none; in a transaction of its own, so that nobody waits for it. */
export async function ensureCheckpoints(db: Kysely<Db>, trackerIds: readonly number[]): Promise<void> {
  await sql`INSERT INTO projection_checkpoint (tracker_id, seq)
    SELECT t.id, 0 FROM unnest(${int8Array(trackerIds)}::bigint[]) AS t (id)
    WHERE NOT EXISTS (SELECT FROM projection_checkpoint c WHERE c.tracker_id = t.id) ORDER BY t.id ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

export interface Claim {
  readonly trackerId: number;
  readonly seq: number;
}

/**
 * Takes those trackers that no other worker holds in hand until the transaction ends. Read in
 * a statement of its own, a check point is as the worker before left it.
 */
export async function claim(db: Kysely<Db>, trackerIds: readonly number[]): Promise<Claim[]> {
  const taken = await holdFreeTrackers(db, trackerIds);
  if (taken.length === 0) return [];
  const { rows } = await sql<{ tracker_id: number; seq: number }>`
    SELECT tracker_id, seq FROM projection_checkpoint WHERE tracker_id = ANY (${int8Array(taken)}::bigint[])
    ORDER BY tracker_id`.execute(db);
  return rows.map((row) => ({ trackerId: row.tracker_id, seq: row.seq }));
}

/** The next records of a tracker, sorted, each once, and how far they reach in its log. */
export interface NextRecords {
  readonly seq: number;
  readonly columns: RecordColumns;
}

/** What the next segments of each claimed tracker hold, about `perTracker` of them, never a part of one `seq`. */
export async function nextRecords(
  db: Kysely<Db>,
  claims: readonly Claim[],
  perTracker: number,
): Promise<Map<number, NextRecords>> {
  // One row a tracker: of live trackers' segments each holds a record or two, and a row of the answer costs more than that.
  const { rows } = await sql<{ tracker_id: number; seq: number; pieces: Uint8Array }>`
    SELECT c.id AS tracker_id, max(s.seq) AS seq, string_agg(int4send(length(s.data)) || s.data, ''::bytea ORDER BY s.seq) AS pieces
    FROM unnest(${int8Array(claims.map((c) => c.trackerId))}::bigint[], ${int8Array(claims.map((c) => c.seq))}::bigint[]) AS c (id, seq),
    LATERAL (SELECT p.seq, p.data FROM position_segment p WHERE p.tracker_id = c.id AND p.seq > c.seq
      ORDER BY p.seq FETCH FIRST ${perTracker} ROWS WITH TIES) AS s
    GROUP BY c.id`.execute(db);
  return new Map(rows.map((row) => [row.tracker_id, { seq: row.seq, columns: uniteColumns([decodeSegments(cut(row.pieces))]) }]));
}

/** Pieces with their lengths before them, each by itself. */
function cut(pieces: Uint8Array): Uint8Array[] {
  const view = new DataView(pieces.buffer, pieces.byteOffset, pieces.byteLength);
  const found: Uint8Array[] = [];
  for (let at = 0; at < pieces.length;) {
    const length = view.getInt32(at);
    found.push(pieces.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

export async function saveCheckpoints(db: Kysely<Db>, reached: ReadonlyMap<number, number>): Promise<void> {
  await sql`UPDATE projection_checkpoint c SET seq = r.seq
    FROM unnest(${int8Array([...reached.keys()])}::bigint[], ${int8Array([...reached.values()])}::bigint[]) AS r (id, seq)
    WHERE c.tracker_id = r.id`.execute(db);
}

/** Which tracker sat in which unit, when. Open ends are infinite. */
export interface Fitting extends Span {
  readonly trackerId: number;
  readonly unitId: number;
  readonly accountId: AccountId;
  readonly trackerContact: Date | null;
}

/** The fittings of the trackers, or of the units, given. */
export async function fittingsOf(db: Kysely<Db>, by: 'tracker_id' | 'unit_id', ids: readonly number[]): Promise<Fitting[]> {
  const { rows } = await sql<{
    tracker_id: number;
    unit_id: number;
    account_id: number;
    from_ms: number | null;
    to_ms: number | null;
    contact: Date | null;
  }>`
    SELECT f.tracker_id, f.unit_id, f.account_id, ceil(extract(epoch FROM lower(f.during)) * 1000)::float8 AS from_ms,
      ceil(extract(epoch FROM upper(f.during)) * 1000)::float8 AS to_ms, t.last_contact_at AS contact
    FROM fitting f JOIN tracker t ON t.id = f.tracker_id
    WHERE ${sql.ref(`f.${by}`)} = ANY (${int8Array(ids)}::bigint[]) ORDER BY f.tracker_id, lower(f.during)`.execute(db);
  return rows.map((row) => ({
    trackerId: row.tracker_id,
    unitId: row.unit_id,
    accountId: row.account_id as AccountId,
    trackerContact: row.contact,
    fromMs: row.from_ms ?? -Infinity,
    toMs: row.to_ms ?? Infinity,
  }));
}

export async function familiesOf(db: Kysely<Db>, trackerIds: readonly number[]): Promise<Map<number, DatedFamily[]>> {
  const { rows } = await sql<{ tracker_id: number; valid_from: Date; family: ModelFamily }>`
    SELECT tracker_id, valid_from, family FROM tracker_family WHERE tracker_id = ANY (${int8Array(trackerIds)}::bigint[])
    ORDER BY tracker_id, valid_from`.execute(db);
  const found = Map.groupBy(rows, (row) => row.tracker_id);
  return new Map(
    [...found].map(([id, list]) => [id, list.map((row) => ({ fromMs: row.valid_from.getTime(), family: row.family }))]),
  );
}

/** A tracker's records in a span, as far as its log is projected: sorted, each once. */
export async function projectedRecords(db: Kysely<Db>, trackerId: number, upToSeq: number, span: Span): Promise<RecordColumns> {
  const from = sql`${Number.isFinite(span.fromMs) ? new Date(span.fromMs) : '-infinity'}::timestamptz`;
  const to = sql`${Number.isFinite(span.toMs) ? new Date(span.toMs) : 'infinity'}::timestamptz`;
  const { rows } = await sql<{ data: Uint8Array }>`
    SELECT data FROM position_segment WHERE tracker_id = ${trackerId} AND seq <= ${upToSeq}
      AND t0 >= ${from} - interval '1 day' AND t0 < ${to} AND t1 >= ${from}`.execute(db);
  return withinSpan(uniteColumns([decodeSegments(rows.map(({ data }) => data))]), span);
}

/** How far the log of trackers is projected. */
export async function projectedSeqs(db: Kysely<Db>, trackerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ tracker_id: number; seq: number }>`
    SELECT tracker_id, seq FROM projection_checkpoint WHERE tracker_id = ANY (${int8Array(trackerIds)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.tracker_id, row.seq]));
}

/** What the log holds of a unit's time with its trackers, about: not what they reported elsewhere. Null when nothing is left. */
export async function extentOf(db: Kysely<Db>, unitId: number): Promise<{ oldestMs: number; newestMs: number } | null> {
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    SELECT extract(epoch FROM min(greatest(s.t0, lower(f.during))))::float8 * 1000 AS oldest,
      extract(epoch FROM max(least(s.t1, upper(f.during))))::float8 * 1000 AS newest
    FROM fitting f JOIN position_segment s ON s.tracker_id = f.tracker_id
    WHERE f.unit_id = ${unitId} AND tstzrange(s.t0, s.t1, '[]') && f.during`.execute(db);
  const { oldest, newest } = rows[0] ?? { oldest: null, newest: null };
  return oldest === null || newest === null ? null : { oldestMs: Math.floor(oldest), newestMs: Math.ceil(newest) };
}

/** When a tracker of the unit was last heard of, whether it sits in it now or not. */
export async function contactOf(db: Kysely<Db>, unitId: number): Promise<Date | null> {
  const { rows } = await sql<{ contact: Date | null }>`
    SELECT max(t.last_contact_at) AS contact FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE f.unit_id = ${unitId}`.execute(
    db,
  );
  return rows[0]?.contact ?? null;
}

/** The unit that a tracker sits or sat in, newest first. */
export async function unitsOfImei(db: Kysely<Db>, imei: string): Promise<UnitKey[]> {
  const { rows } = await sql<{ unit_id: number; account_id: number }>`
    SELECT DISTINCT f.unit_id, f.account_id FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE t.imei = ${imei} ORDER BY f.unit_id`.execute(
    db,
  );
  return rows.map((row) => ({ unitId: row.unit_id, accountId: row.account_id as AccountId }));
}

/** A unit by its number; null when it is gone. */
export async function unitOf(db: Kysely<Db>, unitId: number): Promise<UnitKey | null> {
  const row = await db.selectFrom('unit').where('id', '=', unitId).select('account_id').executeTakeFirst();
  return row ? { unitId, accountId: row.account_id as AccountId } : null;
}
