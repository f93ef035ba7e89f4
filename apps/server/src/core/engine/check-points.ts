import { decodeSegment } from '@spora/telemetry/segment';
import type { RecordColumns } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import type { ModelFamily } from '@spora/protocols/avl/names';
import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { RunningDay } from '../../features/maintenance/rules.ts';
import { type DatedSettings, readSettings } from '../../features/trips/rules.ts';
import { type DatedFamily, type UnitState, NO_STATE } from './advance.ts';
import { type LogSegment, type Span, withinSpan } from '../log/spans.ts';
import { NO_DAYS_OFF } from '../people/days-off.ts';
import { daysOffOf } from '../people/account-days-off.ts';

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

/** Locks the check points of those trackers that no other worker holds. */
export async function claim(db: Kysely<Db>, trackerIds: readonly number[]): Promise<Claim[]> {
  const { rows } = await sql<{ tracker_id: number; seq: number }>`
    SELECT tracker_id, seq FROM projection_checkpoint WHERE tracker_id = ANY (${int8Array(trackerIds)}::bigint[])
    ORDER BY tracker_id FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map((row) => ({ trackerId: row.tracker_id, seq: row.seq }));
}

/** The next segments of each claimed tracker, about `perTracker` of them, never a part of one `seq`. */
export async function nextSegments(
  db: Kysely<Db>,
  claims: readonly Claim[],
  perTracker: number,
): Promise<Map<number, LogSegment[]>> {
  const { rows } = await sql<{ tracker_id: number; seq: number; data: Uint8Array }>`
    SELECT c.id AS tracker_id, s.seq, s.data
    FROM unnest(${int8Array(claims.map((c) => c.trackerId))}::bigint[], ${int8Array(claims.map((c) => c.seq))}::bigint[]) AS c (id, seq),
    LATERAL (SELECT p.seq, p.data FROM position_segment p WHERE p.tracker_id = c.id AND p.seq > c.seq
      ORDER BY p.seq FETCH FIRST ${perTracker} ROWS WITH TIES) AS s
    ORDER BY c.id, s.seq`.execute(db);
  const found = new Map<number, LogSegment[]>();
  for (const row of rows) {
    const segment = { seq: row.seq, columns: decodeSegment(row.data) };
    const list = found.get(row.tracker_id);
    if (list) list.push(segment);
    else found.set(row.tracker_id, [segment]);
  }
  return found;
}

export async function saveCheckpoints(db: Kysely<Db>, reached: readonly Claim[]): Promise<void> {
  await sql`UPDATE projection_checkpoint c SET seq = r.seq
    FROM unnest(${int8Array(reached.map((c) => c.trackerId))}::bigint[], ${int8Array(reached.map((c) => c.seq))}::bigint[]) AS r (id, seq)
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

/** Each unit's dated settings; one with no row of its own lives by the defaults. Days off are those of its account as they stand. */
export async function settingsOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, DatedSettings[]>> {
  const { rows } = await sql<{
    unit_id: number;
    account_id: number;
    default_trip_type: 'business' | 'private' | 'other';
    valid_from: Date | null;
    settings: unknown;
    has_hours: boolean;
  }>`
    SELECT u.id AS unit_id, u.account_id, u.default_trip_type, s.valid_from, s.settings,
      coalesce(s.settings -> 'workingHours' @> '{"isActive": true}', false) AS has_hours
    FROM unit u LEFT JOIN unit_setting s ON s.unit_id = u.id WHERE u.id = ANY (${int8Array(unitIds)}::bigint[])
    ORDER BY u.id, s.valid_from`.execute(db);
  // Asked for only where hours decide anything: for most units they do not.
  const daysOff = await daysOffOf(db, [...new Set(rows.filter((row) => row.has_hours).map((row) => row.account_id))]);
  const found = new Map<number, DatedSettings[]>();
  for (const row of rows) {
    const defaults = { defaultTripType: row.default_trip_type, daysOff: daysOff.get(row.account_id) ?? NO_DAYS_OFF };
    const list = found.get(row.unit_id) ?? [{ fromMs: -Infinity, settings: readSettings({}, defaults) }];
    if (row.valid_from) list.push({ fromMs: row.valid_from.getTime(), settings: readSettings(row.settings, defaults) });
    found.set(row.unit_id, list);
  }
  return found;
}

/** Locks and reads the states of units, making those that are not there yet. */
export async function lockStates(
  db: Kysely<Db>,
  units: readonly { unitId: number; accountId: number }[],
): Promise<Map<number, UnitState>> {
  await sql`INSERT INTO unit_projection (unit_id, account_id, state)
    SELECT u.id, u.account_id, 'null' FROM unnest(${int8Array(units.map((u) => u.unitId))}::bigint[], ${int8Array(units.map((u) => u.accountId))}::bigint[]) AS u (id, account_id)
    WHERE NOT EXISTS (SELECT FROM unit_projection p WHERE p.unit_id = u.id) ORDER BY u.id ON CONFLICT DO NOTHING`.execute(db);
  const { rows } = await sql<{ unit_id: number; state: UnitState | null }>`
    SELECT unit_id, state FROM unit_projection WHERE unit_id = ANY (${int8Array(units.map((u) => u.unitId))}::bigint[])
    ORDER BY unit_id FOR UPDATE`.execute(db);
  return new Map(rows.map((row) => [row.unit_id, row.state ?? NO_STATE]));
}

export async function saveStates(db: Kysely<Db>, states: readonly { unitId: number; state: UnitState }[]): Promise<void> {
  if (states.length === 0) return;
  await sql`UPDATE unit_projection p SET state = s.state, newest_record_at = to_timestamp(s.newest_ms / 1000)
    FROM unnest(${int8Array(states.map((s) => s.unitId))}::bigint[], ${states.map((s) => JSON.stringify(s.state))}::jsonb[],
      ${states.map((s) => s.state.motion.lastMs)}::float8[]) AS s (id, state, newest_ms)
    WHERE p.unit_id = s.id`.execute(db);
}

export interface LatestRow {
  readonly unitId: number;
  readonly accountId: number;
  readonly contact: Date;
  readonly state: UnitState;
  readonly reportIntervalS: number;
}

export async function saveLatest(db: Kysely<Db>, rows: readonly LatestRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const json = rows.map(({ unitId, accountId, contact, state, reportIntervalS }) => ({
    unit_id: unitId,
    account_id: accountId,
    contact: contact.toISOString(),
    time: iso(state.position?.timeMs),
    lat_e7: state.position?.latE7,
    lon_e7: state.position?.lonE7,
    speed_kmh: state.position?.speedKmh,
    heading_deg: state.position?.headingDeg,
    altitude_m: state.position?.altitudeM,
    satellites: state.position?.satellites,
    state: state.motion.activity,
    state_since: iso(state.motion.activitySinceMs),
    report_interval_s: reportIntervalS,
    named: state.named,
  }));
  await sql`
    INSERT INTO unit_latest AS l (unit_id, account_id, last_contact_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites,
      state, state_since, report_interval_s, named, changed_at)
    SELECT unit_id, account_id, contact, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites, state, state_since,
      report_interval_s, named, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(json)}::jsonb) AS x (unit_id bigint, account_id bigint, contact timestamptz, time timestamptz,
      lat_e7 integer, lon_e7 integer, speed_kmh smallint, heading_deg smallint, altitude_m smallint, satellites smallint, state text,
      state_since timestamptz, report_interval_s integer, named jsonb)
    ON CONFLICT (unit_id) DO UPDATE SET last_contact_at = greatest(l.last_contact_at, excluded.last_contact_at),
      time = excluded.time, lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7, speed_kmh = excluded.speed_kmh,
      heading_deg = excluded.heading_deg, altitude_m = excluded.altitude_m, satellites = excluded.satellites, state = excluded.state,
      state_since = excluded.state_since, report_interval_s = excluded.report_interval_s, named = excluded.named, changed_at = excluded.changed_at`.execute(
    db,
  );
}

const iso = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : new Date(ms).toISOString());

export interface UnitRan {
  readonly unitId: number;
  readonly accountId: number;
  readonly day: RunningDay;
}

/** Whether a day's records are no longer all there: those of a private trip were erased (ADM-021). `d` is the day's row. */
const isErasedDay = sql`EXISTS (SELECT FROM trip t WHERE t.unit_id = d.unit_id AND t.positions_erased
  AND t.started_at >= (d.day - 7)::timestamp AT TIME ZONE 'UTC' AND t.started_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'
  AND t.ended_at >= d.day::timestamp AT TIME ZONE 'UTC')`;

/**
 * Writes how long units ran on UTC days, in place of what stands there; of one day the last counts. Of a day whose records are no
 * longer all there what was counted while they were stands.
 */
export async function saveRan(db: Kysely<Db>, rows: readonly UnitRan[]): Promise<void> {
  const last = [...new Map(rows.map((row) => [`${row.unitId} ${row.day.day}`, row])).values()];
  if (last.length === 0) return;
  const seconds = (i: number) => last.map(({ day }) => Math.round((day.onMs[i] ?? 0) / 1000));
  await sql`
    INSERT INTO unit_running_day AS d (unit_id, account_id, day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s)
    SELECT unit_id, account_id, '1970-01-01'::date + day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s
    FROM unnest(${int8Array(last.map((row) => row.unitId))}::bigint[], ${int8Array(last.map((row) => row.accountId))}::bigint[],
      ${last.map(({ day }) => day.day)}::integer[], ${seconds(0)}::integer[], ${seconds(1)}::integer[], ${seconds(2)}::integer[],
      ${seconds(3)}::integer[], ${seconds(4)}::integer[], ${last.map(({ day }) => Math.round(day.engineS))}::integer[],
      ${last.map(({ day }) => (day.engineTotalS === null ? null : Math.round(day.engineTotalS)))}::bigint[])
      AS x (unit_id, account_id, day, ignition_s, input1_s, input2_s, input3_s, input4_s, engine_s, engine_total_s)
    ORDER BY unit_id, day
    ON CONFLICT (unit_id, day) DO UPDATE SET ignition_s = excluded.ignition_s, input1_s = excluded.input1_s, input2_s = excluded.input2_s,
      input3_s = excluded.input3_s, input4_s = excluded.input4_s, engine_s = excluded.engine_s, engine_total_s = excluded.engine_total_s
    WHERE (d.ignition_s, d.input1_s, d.input2_s, d.input3_s, d.input4_s, d.engine_s, d.engine_total_s) IS DISTINCT FROM
      (excluded.ignition_s, excluded.input1_s, excluded.input2_s, excluded.input3_s, excluded.input4_s, excluded.engine_s, excluded.engine_total_s)
      AND NOT ${isErasedDay}`.execute(db);
}

export async function dropRan(db: Kysely<Db>, unitId: number, since: Date): Promise<void> {
  await sql`DELETE FROM unit_running_day d WHERE d.unit_id = ${unitId} AND d.day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date
    AND NOT ${isErasedDay}`.execute(db);
}

/** A tracker's records in a span, as far as its log is projected: sorted, each once. */
export async function projectedRecords(db: Kysely<Db>, trackerId: number, upToSeq: number, span: Span): Promise<RecordColumns> {
  const from = sql`${Number.isFinite(span.fromMs) ? new Date(span.fromMs) : '-infinity'}::timestamptz`;
  const to = sql`${Number.isFinite(span.toMs) ? new Date(span.toMs) : 'infinity'}::timestamptz`;
  const { rows } = await sql<{ data: Uint8Array }>`
    SELECT data FROM position_segment WHERE tracker_id = ${trackerId} AND seq <= ${upToSeq}
      AND t0 >= ${from} - interval '1 day' AND t0 < ${to} AND t1 >= ${from}`.execute(db);
  return withinSpan(uniteColumns(rows.map(({ data }) => decodeSegment(data))), span);
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

export interface Checkpointed {
  readonly id: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceM: number;
  /** Nothing may change it; what would is proposed instead. */
  readonly isAttested: boolean;
  readonly state: UnitState | null;
}

/** The stored trips of a unit from the last one whose state is older than `beforeMs`, in order; that one first if there is one. */
export async function tripsFrom(
  db: Kysely<Db>,
  unitId: number,
  beforeMs: number,
): Promise<{ base: Checkpointed | null; after: Checkpointed[] }> {
  const { rows: bases } = await sql<TripStateRow>`
    SELECT id, started_at, ended_at, distance_m, attestation_id, machine_state FROM trip
    WHERE unit_id = ${unitId} AND NOT is_manual AND started_at < ${new Date(beforeMs)} AND (machine_state -> 'motion' ->> 'lastMs')::float8 < ${beforeMs}
    ORDER BY started_at DESC LIMIT 1`.execute(db);
  const base = bases[0] ? checkpointed(bases[0]) : null;
  const { rows } = await sql<TripStateRow>`
    SELECT id, started_at, ended_at, distance_m, attestation_id, machine_state FROM trip
    WHERE unit_id = ${unitId} AND NOT is_manual ${base ? sql`AND started_at > ${new Date(base.startMs)}` : sql``} ORDER BY started_at`.execute(
    db,
  );
  return { base, after: rows.map(checkpointed) };
}

interface TripStateRow {
  id: number;
  started_at: Date;
  ended_at: Date;
  distance_m: number;
  attestation_id: number | null;
  machine_state: UnitState | null;
}

const checkpointed = (row: TripStateRow): Checkpointed => ({
  id: row.id,
  startMs: row.started_at.getTime(),
  endMs: row.ended_at.getTime(),
  distanceM: row.distance_m,
  isAttested: row.attestation_id !== null,
  state: row.machine_state,
});

export interface OngoingUnit {
  readonly unitId: number;
  readonly accountId: AccountId;
  readonly state: UnitState;
}

/** The clock does not look again at a trip that was written this recently. */
const UNTOUCHED = '30 seconds';

/** The next units by id with a trip under way that nothing was heard of for a while; those that a worker has in hand are passed over. */
export async function lockOngoing(
  db: Kysely<Db>,
  now: Date,
  { only, after, limit }: { only?: readonly number[] | undefined; after: number; limit: number },
): Promise<OngoingUnit[]> {
  const { rows } = await sql<{ unit_id: number; account_id: number; state: UnitState }>`
    SELECT p.unit_id, p.account_id, p.state FROM unit_projection p JOIN trip t ON t.unit_id = p.unit_id AND t.is_ongoing
    WHERE p.unit_id > ${after} AND ${only ? sql`p.unit_id = ANY (${int8Array(only)}::bigint[])` : sql`t.updated_at < ${now}::timestamptz - ${UNTOUCHED}::interval`}
    ORDER BY p.unit_id LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`.execute(db);
  return rows.map((row) => ({ unitId: row.unit_id, accountId: row.account_id as AccountId, state: row.state }));
}

export async function saveParked(
  db: Kysely<Db>,
  units: readonly { unitId: number; sinceMs: number; reportIntervalS: number }[],
  now: Date,
): Promise<void> {
  if (units.length === 0) return;
  await sql`UPDATE unit_latest l SET state = 'parked', state_since = to_timestamp(u.since_ms / 1000), report_interval_s = u.interval_s, changed_at = ${now}
    FROM unnest(${int8Array(units.map((u) => u.unitId))}::bigint[], ${units.map((u) => u.sinceMs)}::float8[],
      ${units.map((u) => u.reportIntervalS)}::int4[]) AS u (id, since_ms, interval_s)
    WHERE l.unit_id = u.id`.execute(db);
}

/** The unit that a tracker sits or sat in, newest first. */
export async function unitsOfImei(db: Kysely<Db>, imei: string): Promise<{ unitId: number; accountId: AccountId }[]> {
  const { rows } = await sql<{ unit_id: number; account_id: number }>`
    SELECT DISTINCT f.unit_id, f.account_id FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE t.imei = ${imei} ORDER BY f.unit_id`.execute(
    db,
  );
  return rows.map((row) => ({ unitId: row.unit_id, accountId: row.account_id as AccountId }));
}

/** A unit by its number; null when it is gone. */
export async function unitOf(db: Kysely<Db>, unitId: number): Promise<{ unitId: number; accountId: AccountId } | null> {
  const row = await db.selectFrom('unit').where('id', '=', unitId).select('account_id').executeTakeFirst();
  return row ? { unitId, accountId: row.account_id as AccountId } : null;
}
