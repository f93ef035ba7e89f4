import { type RoutePoint, decodeRoute, encodeRoute } from '@spora/telemetry/route';
import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { layPlaces } from './placing/api.ts';
import { ALGORITHM_VERSION, type MachineTrip } from './rules.ts';

/** A trip to be written; `route` undefined leaves the stored one, `machineState` is that of a closed trip. */
export interface TripRow {
  readonly accountId: number;
  readonly unitId: number;
  readonly trip: MachineTrip;
  readonly route?: RoutePoint[][] | undefined;
  readonly machineState?: unknown;
}

export interface StoredTrip {
  readonly id: number;
  readonly unitId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isOngoing: boolean;
  /** Nothing may change it; what would is proposed instead (`proposeChanges`). */
  readonly isAttested: boolean;
  /** Empty unless it was asked for. */
  readonly route: RoutePoint[][];
}

const toJson = (id: number | null, { accountId, unitId, trip, route, machineState }: TripRow) => ({
  id,
  account_id: accountId,
  unit_id: unitId,
  started_at: new Date(trip.startMs).toISOString(),
  ended_at: new Date(trip.endMs).toISOString(),
  is_ongoing: trip.endRule === 'open',
  start_lat_e7: trip.start?.[0] ?? null,
  start_lon_e7: trip.start?.[1] ?? null,
  stop_lat_e7: trip.stop?.[0] ?? null,
  stop_lon_e7: trip.stop?.[1] ?? null,
  start_odometer_m: rounded(trip.startOdometerM),
  stop_odometer_m: rounded(trip.stopOdometerM),
  distance_m: trip.distanceM,
  distance_source: trip.distanceSource,
  max_speed_kmh: trip.maxSpeedKmh,
  end_rule: trip.endRule,
  computed_type: trip.type,
  computed_rule: trip.typeRule,
  computed_driver_id: trip.driverMemberId,
  gap_before_s: trip.gapBeforeS,
  keeps_route: route === undefined,
  route: route && route.some((part) => part.length > 0) ? Buffer.from(encodeRoute(route)).toString('base64') : null,
  machine_state: machineState ?? null,
});

const rounded = (value: number | null) => (value === null ? null : Math.round(value));

const COLUMNS = sql`x (id bigint, account_id bigint, unit_id bigint, started_at timestamptz, ended_at timestamptz, is_ongoing boolean,
  start_lat_e7 integer, start_lon_e7 integer, stop_lat_e7 integer, stop_lon_e7 integer, start_odometer_m bigint, stop_odometer_m bigint,
  distance_m integer, distance_source text, max_speed_kmh smallint, end_rule text, computed_type text, computed_rule text,
  computed_driver_id bigint, gap_before_s integer, keeps_route boolean, route text, machine_state jsonb)`;

/** Lays what the machine computed over stored trips; what people edited stays, and an attested trip stays whole (`proposeChanges`). */
export async function updateTrips(db: Kysely<Db>, rows: readonly (TripRow & { id: number })[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  // An address belongs to its place: it is asked for again when the place has changed.
  await sql`
    UPDATE trip t SET started_at = x.started_at, ended_at = x.ended_at, is_ongoing = x.is_ongoing,
      start_lat_e7 = x.start_lat_e7, start_lon_e7 = x.start_lon_e7, stop_lat_e7 = x.stop_lat_e7, stop_lon_e7 = x.stop_lon_e7,
      start_address = CASE WHEN (t.start_lat_e7, t.start_lon_e7) IS NOT DISTINCT FROM (x.start_lat_e7, x.start_lon_e7) THEN t.start_address END,
      stop_address = CASE WHEN (t.stop_lat_e7, t.stop_lon_e7) IS NOT DISTINCT FROM (x.stop_lat_e7, x.stop_lon_e7) THEN t.stop_address END,
      start_odometer_m = x.start_odometer_m, stop_odometer_m = x.stop_odometer_m, distance_m = x.distance_m, distance_source = x.distance_source,
      max_speed_kmh = x.max_speed_kmh, end_rule = x.end_rule, computed_type = x.computed_type, computed_rule = x.computed_rule,
      computed_driver_id = x.computed_driver_id, gap_before_s = x.gap_before_s,
      route = CASE WHEN x.keeps_route THEN t.route ELSE decode(x.route, 'base64') END,
      machine_state = x.machine_state, positions_erased = false, algorithm_version = ${ALGORITHM_VERSION}, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => toJson(row.id, row)))}::jsonb) AS ${COLUMNS}
    WHERE t.id = x.id AND t.attestation_id IS NULL`.execute(db);
}

/** Adds trips; answers their ids in the order given. */
export async function insertTrips(db: Kysely<Db>, rows: readonly TripRow[], now: Date): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: made } = await sql<{ id: number; unit_id: number; started_ms: number }>`
    INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7,
      start_odometer_m, stop_odometer_m, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule,
      computed_driver_id, gap_before_s, route, machine_state, algorithm_version, updated_at)
    SELECT account_id, unit_id, started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7,
      start_odometer_m, stop_odometer_m, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule,
      computed_driver_id, gap_before_s, decode(route, 'base64'), machine_state, ${ALGORITHM_VERSION}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => toJson(null, row)))}::jsonb) AS ${COLUMNS}
    RETURNING id, unit_id, (extract(epoch FROM started_at) * 1000)::bigint AS started_ms`.execute(db);
  const ids = new Map(made.map((row) => [`${row.unit_id} ${row.started_ms}`, row.id]));
  return rows.map((row) => ids.get(`${row.unitId} ${row.trip.startMs}`) as number);
}

export async function deleteTrips(db: Kysely<Db>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  // What was merged into one that goes has a row of its own again.
  await sql`UPDATE trip SET merged_into_id = NULL WHERE merged_into_id = ANY (${ids}::bigint[])`.execute(db);
  await sql`DELETE FROM trip WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

/** Trips by unit and start; for the trip that a state has under way. Routes are long: they are read only of those that ask for it. */
export async function tripsStartingAt(
  db: Kysely<Db>,
  keys: readonly { unitId: number; startMs: number; needsRoute?: boolean }[],
): Promise<Map<string, StoredTrip>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<StoredRow>`
    SELECT t.id, t.unit_id, t.started_at, t.ended_at, t.is_ongoing, t.attestation_id IS NOT NULL AS is_attested, CASE WHEN k.needs_route THEN t.route END AS route
    FROM unnest(${keys.map((key) => key.unitId)}::bigint[], ${keys.map((key) => new Date(key.startMs))}::timestamptz[],
      ${keys.map((key) => key.needsRoute ?? false)}::boolean[]) AS k (unit_id, started_at, needs_route)
    JOIN trip t ON t.unit_id = k.unit_id AND t.started_at = k.started_at AND NOT t.is_manual`.execute(db);
  return new Map(rows.map((row) => [`${row.unit_id} ${row.started_at.getTime()}`, storedOf(row)]));
}

interface StoredRow {
  id: number;
  unit_id: number;
  started_at: Date;
  ended_at: Date;
  is_ongoing: boolean;
  is_attested: boolean;
  route: Uint8Array | null;
}

const storedOf = (row: StoredRow): StoredTrip => ({
  id: row.id,
  unitId: row.unit_id,
  startMs: row.started_at.getTime(),
  endMs: row.ended_at.getTime(),
  isOngoing: row.is_ongoing,
  isAttested: row.is_attested,
  route: row.route ? decodeRoute(row.route) : [],
});

/**
 * Lays everything that stands over what the machine computed on the trips of units that start in the spans given: the newest edit
 * of each field whose anchor the trip covers, who was checked in when it started, the places at its ends, which two are shown as one.
 * Attested trips stay.
 */
export async function layOver(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const ofTrip = sql`e.anchor_at BETWEEN t.started_at AND t.ended_at AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END`;
  const newest = (field: string) => sql`(SELECT e.value FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = ${field}
    AND ${ofTrip} ORDER BY e.id DESC LIMIT 1)`;
  const wanted = sql`(SELECT id, min(from_at) AS from_at, max(to_at) AS to_at
    FROM unnest(${spans.map((s) => s.unitId)}::bigint[], ${spans.map((s) => new Date(s.fromMs))}::timestamptz[],
      ${spans.map((s) => new Date(s.toMs))}::timestamptz[]) AS s (id, from_at, to_at) GROUP BY id)`;
  await sql`
    UPDATE trip t SET edited_type = ${newest('type')}, purpose = coalesce(${newest('purpose')}, t.place_purpose),
      note = coalesce(${newest('note')}, t.place_note), project = coalesce(${newest('project')}, t.place_project),
      visited = coalesce(${newest('visited')}, ''), passengers = coalesce(${newest('passengers')}::jsonb, '[]'),
      edited_driver_id = ${newest('driver')}::bigint,
      checked_in_driver_id = (SELECT driver_of(e) FROM driver_event e WHERE e.id = (SELECT n.id FROM driver_event n
        WHERE n.unit_id = t.unit_id AND n.superseded_at IS NULL AND n.at <= t.started_at ORDER BY n.at DESC, n.source = 'tag', n.id DESC LIMIT 1)),
      edited_at = (SELECT max(e.at) FROM trip_edit e WHERE e.unit_id = t.unit_id AND ${ofTrip})
    FROM ${wanted} w
    WHERE t.unit_id = w.id AND t.started_at BETWEEN w.from_at AND w.to_at AND t.attestation_id IS NULL`.execute(db);
  await layPlaces(db, spans);
  await layMerges(
    db,
    spans.map((s) => s.unitId),
  );
}

/**
 * TRIP-007: the second trip of a merge points to the first; a merge whose trips a re-run made one, or took away, shows nothing, and
 * neither does one whose trips have different drivers or types by now: one row would tell of the second what is the first's
 * (TRIP-032), and count its distance under another type.
 */
export async function layMerges(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  await sql`
    WITH wanted AS (
      SELECT DISTINCT ON (second.id) second.id, first.id AS into_id
      FROM trip_merge m
      JOIN trip first ON first.unit_id = m.unit_id AND m.first_anchor_at BETWEEN first.started_at AND first.ended_at AND NOT first.is_ongoing
      JOIN trip second ON second.unit_id = m.unit_id AND m.second_anchor_at BETWEEN second.started_at AND second.ended_at AND NOT second.is_ongoing
      WHERE m.unit_id = ANY (${unitIds}::bigint[]) AND m.ended_at IS NULL AND first.id <> second.id
        AND first.type = second.type AND first.driver_member_id IS NOT DISTINCT FROM second.driver_member_id
      ORDER BY second.id, m.id DESC
    )
    -- Those that point somewhere or should: looked for by themselves, or every trip that the units ever made is read.
    UPDATE trip t SET merged_into_id = c.into_id
    FROM (
      SELECT id, into_id FROM wanted
      UNION ALL
      SELECT old.id, NULL FROM trip old WHERE old.merged_into_id IS NOT NULL AND old.unit_id = ANY (${unitIds}::bigint[])
        AND NOT EXISTS (SELECT FROM wanted w WHERE w.id = old.id)
    ) c
    WHERE t.id = c.id AND t.merged_into_id IS DISTINCT FROM c.into_id AND t.attestation_id IS NULL`.execute(db);
}

/** The same for trips that the machine has just begun or ended, of units that have something to be laid over them. */
export async function layOverChanged(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const units = await unitsWithOverlays(db, [...new Set(spans.map((span) => span.unitId))]);
  await layOver(
    db,
    spans.filter((span) => units.has(span.unitId)),
  );
}

/** Units of these that have something to lay over trips: a check-in, or a place. */
async function unitsWithOverlays(db: Kysely<Db>, unitIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM unnest(${unitIds}::bigint[]) AS u (id)
    WHERE EXISTS (SELECT FROM driver_event e WHERE e.unit_id = u.id AND e.superseded_at IS NULL)
      OR EXISTS (SELECT FROM unit JOIN place_rule r ON r.account_id = unit.account_id WHERE unit.id = u.id)`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** What late data would make of an attested trip (TRIP-029). */
export interface Proposal {
  readonly accountId: number;
  readonly unitId: number;
  readonly tripId: number | null;
  readonly startMs: number;
  readonly endMs: number;
  readonly distanceM: number;
}

/** Keeps proposals for an administrator to settle; the same one is kept once, with its newest figures. */
export async function proposeChanges(db: Kysely<Db>, proposals: readonly Proposal[], now: Date): Promise<void> {
  if (proposals.length === 0) return;
  const rows = proposals.map((p) => ({
    account_id: p.accountId,
    unit_id: p.unitId,
    trip_id: p.tripId,
    started_at: new Date(p.startMs).toISOString(),
    ended_at: new Date(p.endMs).toISOString(),
    distance_m: p.distanceM,
  }));
  await sql`
    INSERT INTO trip_proposal AS p (account_id, unit_id, trip_id, started_at, ended_at, distance_m, at)
    SELECT account_id, unit_id, trip_id, started_at, ended_at, distance_m, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x (account_id bigint, unit_id bigint, trip_id bigint, started_at timestamptz,
      ended_at timestamptz, distance_m integer)
    ON CONFLICT ON CONSTRAINT trip_proposal_once DO UPDATE SET ended_at = excluded.ended_at, distance_m = excluded.distance_m, at = excluded.at,
      settled_at = NULL, settled_by = NULL, verdict = NULL
    WHERE (p.ended_at, p.distance_m) IS DISTINCT FROM (excluded.ended_at, excluded.distance_m)`.execute(db);
}

export interface UnitSpan {
  readonly unitId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Few enough that a transaction of any size stays far below the locks that a database has room for. */
const DAY_LOCKS = 256;

/**
 * Who counts a unit's days reads its trips and writes their sum: one after the other, or the later would write a sum without what
 * the earlier changed. A statement of its own, so that the next one sees what was committed while this one waited.
 */
async function lockDays(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  const keys = [...new Set(unitIds.map((id) => id % DAY_LOCKS))].sort((a, b) => a - b);
  await sql`SELECT pg_advisory_xact_lock(hashtext('spora.unit-days'), key) FROM unnest(${keys}::integer[]) WITH ORDINALITY AS k (key, place)
    ORDER BY place`.execute(db);
}

/**
 * The closed trips of a unit that share a moment with a day (`w`), found by when they start: one that began before the day can only be
 * the last of the tracker's, since those never overlap, or one entered by hand, of which there are few. Asked by their range alone,
 * every trip of the installation would be read for each day: under row-level security an index answers plain comparisons with what
 * was computed before (hence `MATERIALIZED` and `OFFSET 0`), and nothing else.
 */
const TRIPS_OF_DAY = (() => {
  const inDay = sql`t.unit_id = w.unit_id AND NOT t.is_ongoing AND t.started_at < w.to_at
    AND tstzrange(t.started_at, t.ended_at, '[)') && tstzrange(w.from_at, w.to_at)`;
  return sql`SELECT t.* FROM (
      SELECT coalesce((SELECT b.started_at FROM trip b WHERE b.unit_id = w.unit_id AND NOT b.is_manual AND b.started_at <= w.from_at
        AND b.ended_at > b.started_at ORDER BY b.started_at DESC LIMIT 1), w.from_at) AS since OFFSET 0
    ) before JOIN trip t ON t.started_at >= before.since WHERE ${inDay} AND NOT t.is_manual
    UNION ALL SELECT t.* FROM trip t WHERE ${inDay} AND t.is_manual`;
})();

/**
 * Counts the days that the spans touch anew, from the closed trips. Days are the account's, 23 to 25 hours long; a trip over
 * midnight is divided by time, so that the parts add up to the whole (TRIP-025), and counted on the day of its start.
 */
export async function recomputeUnitDays(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const column = <T>(of: (span: UnitSpan) => T) => spans.map(of);
  await lockDays(
    db,
    column((s) => s.unitId),
  );
  await sql`
    WITH touched AS (
      SELECT DISTINCT u.id AS unit_id, u.account_id, a.time_zone, d::date AS day
      FROM unnest(${column((s) => s.unitId)}::bigint[], ${column((s) => new Date(s.fromMs))}::timestamptz[],
        ${column((s) => new Date(s.toMs))}::timestamptz[]) AS s (unit_id, from_at, to_at)
      JOIN unit u ON u.id = s.unit_id JOIN account a ON a.id = u.account_id,
      generate_series((s.from_at AT TIME ZONE a.time_zone)::date::timestamp, (s.to_at AT TIME ZONE a.time_zone)::date::timestamp, '1 day') AS d
    ), wanted AS MATERIALIZED (
      SELECT unit_id, account_id, day, day::timestamp AT TIME ZONE time_zone AS from_at, (day + 1)::timestamp AT TIME ZONE time_zone AS to_at FROM touched
    ), parts AS (
      SELECT w.unit_id, w.account_id, w.day, t.id, t.type, t.max_speed_kmh, t.started_at >= w.from_at AS begins,
        greatest(t.started_at, w.from_at) AS part_from, least(t.ended_at, w.to_at) AS part_to,
        round(t.distance_m * extract(epoch FROM least(t.ended_at, w.to_at) - t.started_at) / greatest(extract(epoch FROM t.ended_at - t.started_at), 0.001))
          - round(t.distance_m * extract(epoch FROM greatest(t.started_at, w.from_at) - t.started_at) / greatest(extract(epoch FROM t.ended_at - t.started_at), 0.001)) AS distance_m
      FROM wanted w
      LEFT JOIN LATERAL (${TRIPS_OF_DAY}) t ON true
    ), days AS (
      SELECT unit_id, account_id, day, count(*) FILTER (WHERE begins) AS trips,
        round(sum(extract(epoch FROM part_to - part_from))) AS driving_s,
        coalesce(sum(distance_m) FILTER (WHERE type = 'business'), 0) AS business_m,
        coalesce(sum(distance_m) FILTER (WHERE type = 'private'), 0) AS private_m,
        coalesce(sum(distance_m) FILTER (WHERE type = 'other'), 0) AS other_m,
        max(max_speed_kmh) AS max_speed_kmh, min(part_from) AS first_start_at, max(part_to) AS last_stop_at, count(id) AS n
      FROM parts GROUP BY unit_id, account_id, day
    ), emptied AS (
      DELETE FROM unit_day d USING days WHERE days.n = 0 AND d.unit_id = days.unit_id AND d.day = days.day
    )
    INSERT INTO unit_day (unit_id, account_id, day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh, first_start_at, last_stop_at)
    SELECT unit_id, account_id, day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh, first_start_at, last_stop_at
    FROM days WHERE n > 0
    ON CONFLICT (unit_id, day) DO UPDATE SET trips = excluded.trips, driving_s = excluded.driving_s, business_m = excluded.business_m,
      private_m = excluded.private_m, other_m = excluded.other_m, max_speed_kmh = excluded.max_speed_kmh,
      first_start_at = excluded.first_start_at, last_stop_at = excluded.last_stop_at`.execute(db);
}

/** Counts the trips of units anew from an instant each: what each had driven when a trip began (`trip.counter_m`). */
export async function countTrips(db: Kysely<Db>, from: readonly Pick<UnitSpan, 'unitId' | 'fromMs'>[]): Promise<void> {
  if (from.length === 0) return;
  await sql`SELECT count_trips(${from.map((span) => span.unitId)}::bigint[], ${from.map((span) => new Date(span.fromMs))}::timestamptz[])`.execute(
    db,
  );
}

/** Keeps the projector from the units until the transaction ends; what is read of their trips after this stands. */
export async function lockUnits(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  await sql`SELECT lock_units(${[...new Set(unitIds)]}::bigint[])`.execute(db);
}

export interface NewEdit {
  readonly unitId: number;
  readonly anchor: Date;
  readonly field: string;
  readonly oldValue: string;
  readonly value: string;
  /** Of a trip that was entered by hand. */
  readonly manualTripId: number | null;
}

export async function insertEdits(db: Kysely<Db>, actor: MemberActor, edits: readonly NewEdit[], at: Date): Promise<void> {
  await db
    .insertInto('trip_edit')
    .values(
      edits.map((edit) => ({
        account_id: actor.accountId,
        unit_id: edit.unitId,
        anchor_at: edit.anchor,
        field: edit.field,
        old_value: edit.oldValue,
        value: edit.value,
        manual_trip_id: edit.manualTripId,
        actor_member_id: actor.memberId,
        at,
      })),
    )
    .execute();
}
