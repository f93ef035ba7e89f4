import { DAY_MS } from '@spora/calendar/durations';
import { type Kysely, sql } from 'kysely';
import { byteaArray, int4Array, int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';
import type { SegmentRow } from './segments.ts';

export interface TrackerDay {
  readonly trackerId: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly rows: number;
  readonly records: number;
}

export interface StoredSegment {
  readonly seq: number;
  readonly t0: Date;
  readonly data: Uint8Array;
}

/** The next trackers that have something projected, by id. */
export async function trackersAfter(db: Kysely<Db>, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT tracker_id AS id FROM projection_checkpoint WHERE tracker_id > ${after} ORDER BY tracker_id LIMIT ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

const among = (trackerIds: readonly number[]) => sql`c.tracker_id = ANY (${int8Array(trackerIds)}::bigint[])`;

/** A sum per tracker and day of projected rows, for days in [from, to); only where there is more than one row. */
export async function dividedDays(db: Kysely<Db>, trackerIds: readonly number[], from: Date, to: Date): Promise<TrackerDay[]> {
  const { rows } = await sql<TrackerDay>`
    SELECT s.tracker_id AS "trackerId", (extract(epoch FROM s.t0)::int8 / 86400)::int4 AS day, count(*)::int4 AS rows, sum(s.n)::int4 AS records
    FROM position_segment s JOIN projection_checkpoint c ON c.tracker_id = s.tracker_id AND s.seq <= c.seq
    WHERE ${among(trackerIds)} AND s.t0 >= ${from} AND s.t0 < ${to}
    GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2`.execute(db);
  return rows;
}

/** Only one at a time rewrites a tracker's log; appending goes on beside it. Ends with the transaction. */
export const lockForRewrite = (tx: Kysely<Db>, trackerId: number): Promise<void> => waitForTurn(tx, 'rewrite-log', trackerId);

/** Takes a tracker's projected rows of one day out of the log. */
export async function takeDay(tx: Kysely<Db>, trackerId: number, day: number): Promise<StoredSegment[]> {
  const { rows } = await sql<StoredSegment>`
    DELETE FROM position_segment WHERE tracker_id = ${trackerId}
      AND t0 >= ${new Date(day * DAY_MS)} AND t0 < ${new Date((day + 1) * DAY_MS)}
      AND seq <= (SELECT seq FROM projection_checkpoint WHERE tracker_id = ${trackerId})
    RETURNING seq, t0, data`.execute(tx);
  return rows;
}

export async function takeSegment(tx: Kysely<Db>, trackerId: number, seq: number, t0: Date): Promise<StoredSegment | undefined> {
  const { rows } = await sql<StoredSegment>`
    DELETE FROM position_segment WHERE tracker_id = ${trackerId} AND seq = ${seq} AND t0 = ${t0} RETURNING seq, t0, data`.execute(
    tx,
  );
  return rows[0];
}

export async function putSegments(tx: Kysely<Db>, rows: readonly (SegmentRow & { readonly seq: number })[]): Promise<void> {
  await sql`
    INSERT INTO position_segment (tracker_id, seq, t0, t1, n, digest, data)
    SELECT * FROM unnest(
      ${int8Array(rows.map((r) => r.trackerId))}::int8[], ${int8Array(rows.map((r) => r.seq))}::int8[],
      ${timestamptzArray(rows.map((r) => r.t0Ms))}::timestamptz[], ${timestamptzArray(rows.map((r) => r.t1Ms))}::timestamptz[],
      ${int4Array(rows.map((r) => r.n))}::int4[],
      ${byteaArray(rows.map((r) => r.digest))}::bytea[], ${byteaArray(rows.map((r) => r.data))}::bytea[])`.execute(tx);
}

/** What each fitting's account no longer keeps: whole UTC days before `at` less the account's months, within the fitting. */
const expired = (at: Date) => sql`
  SELECT f.tracker_id, f.during * tstzrange(NULL, date_trunc('day', ${at}::timestamptz - make_interval(months => a.position_months), 'UTC')) AS span
  FROM fitting f JOIN account a ON a.id = f.account_id`;

/** Drops projected rows that lie wholly in an expired span; answers how many. */
export async function dropExpiredRows(db: Kysely<Db>, trackerIds: readonly number[], at: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM position_segment s USING (${expired(at)}) e, projection_checkpoint c
    WHERE ${among(trackerIds)} AND s.tracker_id = e.tracker_id AND c.tracker_id = s.tracker_id AND s.seq <= c.seq
      AND s.t0 < ${at}::timestamptz - interval '1 month' AND NOT isempty(e.span)
      AND tstzrange(s.t0, s.t1, '[]') <@ e.span`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface StraddlingRow {
  readonly trackerId: number;
  readonly seq: number;
  readonly t0: Date;
  readonly spanFrom: Date | null;
  readonly spanTo: Date;
}

/** Projected rows of which an expired span takes a part: a tracker changed hands within that day. */
export async function straddlingRows(db: Kysely<Db>, trackerIds: readonly number[], at: Date): Promise<StraddlingRow[]> {
  const { rows } = await sql<StraddlingRow>`
    SELECT s.tracker_id AS "trackerId", s.seq, s.t0, lower(e.span) AS "spanFrom", upper(e.span) AS "spanTo"
    FROM position_segment s JOIN (${expired(at)}) e ON e.tracker_id = s.tracker_id
    JOIN projection_checkpoint c ON c.tracker_id = s.tracker_id AND s.seq <= c.seq
    WHERE ${among(trackerIds)} AND s.t0 < ${at}::timestamptz - interval '1 month' AND NOT isempty(e.span)
      AND tstzrange(s.t0, s.t1, '[]') && e.span AND NOT tstzrange(s.t0, s.t1, '[]') <@ e.span
    ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

/** Strangers not heard of, records set aside and frames refused for longer than anybody asks about them. */
export async function dropForgotten(db: Kysely<Db>, before: Date): Promise<void> {
  await db.deleteFrom('unknown_tracker').where('last_seen_at', '<', before).execute();
  await db.deleteFrom('position_quarantine').where('received_at', '<', before).execute();
  await db.deleteFrom('tracker_refusal').where('hour', '<', before).execute();
}

export interface ExpiredTrip {
  readonly id: number;
  readonly unitId: number;
  readonly accountId: AccountId;
  readonly started_at: Date;
  readonly ended_at: Date;
}

/**
 * Private trips whose positions their account keeps no longer (ADM-021), or whose drivers asked that they go (SEC-015), and whose are
 * still in the log; a few at a time.
 */
export async function expiredPrivateTrips(db: Kysely<Db>, at: Date, limit: number): Promise<ExpiredTrip[]> {
  const { rows } = await sql<ExpiredTrip>`
    SELECT id, unit_id AS "unitId", account_id AS "accountId", started_at, ended_at FROM (
      SELECT t.id, t.unit_id, t.account_id, t.started_at, t.ended_at FROM trip t JOIN account a ON a.id = t.account_id
      WHERE t.type = 'private' AND NOT t.positions_erased AND NOT t.is_ongoing
        AND t.ended_at < date_trunc('day', ${at}::timestamptz - make_interval(months => a.private_position_months), 'UTC')
      UNION
      SELECT t.id, t.unit_id, t.account_id, t.started_at, t.ended_at FROM trip t
      WHERE t.erasure_asked_at IS NOT NULL AND t.erasure_done_at IS NULL AND NOT t.is_ongoing
        AND (NOT t.positions_erased OR t.attestation_id IS NULL)
    ) found ORDER BY ended_at, id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Where the trip went leaves with its positions; when, how far and between which addresses stays. */
export async function markErased(tx: Kysely<Db>, tripId: number): Promise<void> {
  await sql`UPDATE trip SET positions_erased = true, route = NULL WHERE id = ${tripId}`.execute(tx);
}

/**
 * SEC-015: what a driver asked to be erased goes wholly: places and addresses too, where somebody checked in on the way, and the
 * machine's states of that time. A trip that was private for where it went is said to be, or it would be none any more. An attested trip
 * keeps what its seal covers until its period is opened again.
 */
export async function forgetAsked(tx: Kysely<Db>, { id, unitId, started_at, ended_at }: ExpiredTrip, at: Date): Promise<void> {
  const { rows } = await sql<{ is_attested: boolean }>`
    SELECT attestation_id IS NOT NULL AS is_attested FROM trip WHERE id = ${id} AND erasure_asked_at IS NOT NULL FOR UPDATE`.execute(
    tx,
  );
  const [asked] = rows;
  if (!asked) return;
  await sql`DELETE FROM unit_snapshot WHERE unit_id = ${unitId} AND at BETWEEN ${started_at} AND ${ended_at}`.execute(tx);
  await sql`UPDATE driver_event e SET lat_e7 = NULL, lon_e7 = NULL FROM trip t
    WHERE t.id = ${id} AND e.unit_id = t.unit_id AND e.at BETWEEN t.started_at AND t.ended_at AND e.member_id = t.driver_member_id`.execute(
    tx,
  );
  if (asked.is_attested) return;
  await sql`INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, manual_trip_id, actor_member_id, at)
    SELECT t.account_id, t.unit_id, t.started_at + (t.ended_at - t.started_at) * part, 'type', '', 'private', CASE WHEN t.is_manual THEN t.id END,
      t.driver_member_id, ${at}
    FROM trip t, unnest(ARRAY[0.02, 0.5, 0.98]) AS part WHERE t.id = ${id} AND t.edited_type IS NULL AND t.driver_member_id IS NOT NULL`.execute(
    tx,
  );
  await sql`UPDATE trip SET edited_type = coalesce(edited_type, 'private'), erasure_done_at = ${at}, start_lat_e7 = NULL, start_lon_e7 = NULL,
      stop_lat_e7 = NULL, stop_lon_e7 = NULL, start_address = NULL, stop_address = NULL
    WHERE id = ${id}`.execute(tx);
}

export interface FittedSpan {
  readonly trackerId: number;
  /** Milliseconds; open ends are null. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Which trackers sat in a unit in a span, both ends included, and for what part of it. */
export async function fittedIn(db: Kysely<Db>, unitId: number, from: Date, to: Date): Promise<FittedSpan[]> {
  const { rows } = await sql<FittedSpan>`
    SELECT f.tracker_id AS "trackerId", ceil(extract(epoch FROM lower(p.part)) * 1000)::float8 AS "fromMs",
      ceil(extract(epoch FROM upper(p.part)) * 1000)::float8 AS "toMs"
    FROM fitting f, LATERAL (SELECT f.during * tstzrange(${from}, ${to}::timestamptz + interval '1 millisecond') AS part) p
    WHERE f.unit_id = ${unitId} AND NOT isempty(p.part)`.execute(db);
  return rows;
}

/** All that an account's trackers reported while they were its own. */
export async function fittedInAccount(db: Kysely<Db>, accountId: number): Promise<FittedSpan[]> {
  const { rows } = await sql<FittedSpan>`
    SELECT f.tracker_id AS "trackerId", ceil(extract(epoch FROM nullif(lower(f.during), '-infinity')) * 1000)::float8 AS "fromMs",
      ceil(extract(epoch FROM nullif(upper(f.during), 'infinity')) * 1000)::float8 AS "toMs"
    FROM fitting f WHERE f.account_id = ${accountId} ORDER BY f.tracker_id`.execute(db);
  return rows;
}

/** Takes a tracker's rows that touch [from, to) out of the log; open ends are null. */
export async function takeSpan(tx: Kysely<Db>, { trackerId, fromMs, toMs }: FittedSpan): Promise<StoredSegment[]> {
  const from = sql`${fromMs === null ? '-infinity' : new Date(fromMs)}::timestamptz`;
  const to = sql`${toMs === null ? 'infinity' : new Date(toMs)}::timestamptz`;
  const { rows } = await sql<StoredSegment>`
    DELETE FROM position_segment WHERE tracker_id = ${trackerId} AND t0 < ${to} AND t1 >= ${from} RETURNING seq, t0, data`.execute(
    tx,
  );
  return rows;
}
