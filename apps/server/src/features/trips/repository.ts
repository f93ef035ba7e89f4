import { type RoutePoint, decodeRoute, GROWING_ROUTE } from '@spora/telemetry/route';
import { type Kysely, sql } from 'kysely';
import type { UnitChoice, UnitKey } from '../../core/engine/projections.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { byteaArray, int4Array, int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { ALGORITHM_VERSION, type MachineTrip } from './rules.ts';
import type { UnitSpan } from './unit-days-api.ts';

/** A trip to be written; `route` as it is stored, null for none; undefined leaves the stored one. */
export interface TripRow {
  readonly accountId: number;
  readonly unitId: number;
  readonly trip: MachineTrip;
  readonly route?: Uint8Array | null | undefined;
}

export interface StoredTrip {
  readonly id: number;
  readonly unitId: number;
  readonly startMs: number;
  /** Of one under way as far as it was written. */
  readonly endMs: number;
  readonly isOngoing: boolean;
  readonly distanceM: number;
  /** As the machine made them. */
  readonly type: MachineTrip['type'];
  readonly driverMemberId: number | null;
  /** Nothing may change it; what would is proposed instead (`proposeChanges`). */
  readonly isAttested: boolean;
  /** Empty unless it was asked for. */
  readonly route: RoutePoint[][];
}

const toJson = (id: number | null, { accountId, unitId, trip, route }: TripRow) => ({
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
  route: route ? Buffer.from(route).toString('base64') : null,
});

const rounded = (value: number | null) => (value === null ? null : Math.round(value));

const COLUMNS = sql`x (id bigint, account_id bigint, unit_id bigint, started_at timestamptz, ended_at timestamptz, is_ongoing boolean,
  start_lat_e7 integer, start_lon_e7 integer, stop_lat_e7 integer, stop_lon_e7 integer, start_odometer_m bigint, stop_odometer_m bigint,
  distance_m integer, distance_source text, max_speed_kmh smallint, end_rule text, computed_type text, computed_rule text,
  computed_driver_id bigint, gap_before_s integer, keeps_route boolean, route text)`;

/**
 * Lays what the machine computed over stored trips; what people edited stays, and an attested trip stays whole (`proposeChanges`). How far
 * one under way had got goes by it, into its row.
 */
export async function updateTrips(db: Kysely<Db>, rows: readonly (TripRow & { id: number })[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  // An address belongs to its place: it is asked for again when the place has changed.
  await sql`
    WITH passed AS (DELETE FROM trip_under_way WHERE trip_id = ANY (${rows.map(({ id }) => id)}::bigint[]) RETURNING trip_id, route)
    UPDATE trip t SET started_at = x.started_at, ended_at = x.ended_at, is_ongoing = x.is_ongoing,
      start_lat_e7 = x.start_lat_e7, start_lon_e7 = x.start_lon_e7, stop_lat_e7 = x.stop_lat_e7, stop_lon_e7 = x.stop_lon_e7,
      start_address = CASE WHEN (t.start_lat_e7, t.start_lon_e7) IS NOT DISTINCT FROM (x.start_lat_e7, x.start_lon_e7) THEN t.start_address END,
      stop_address = CASE WHEN (t.stop_lat_e7, t.stop_lon_e7) IS NOT DISTINCT FROM (x.stop_lat_e7, x.stop_lon_e7) THEN t.stop_address END,
      start_odometer_m = x.start_odometer_m, stop_odometer_m = x.stop_odometer_m, distance_m = x.distance_m, distance_source = x.distance_source,
      max_speed_kmh = x.max_speed_kmh, end_rule = x.end_rule, computed_type = x.computed_type, computed_rule = x.computed_rule,
      computed_driver_id = x.computed_driver_id, gap_before_s = x.gap_before_s,
      route = CASE WHEN x.keeps_route THEN coalesce(p.route, t.route) ELSE decode(x.route, 'base64') END,
      positions_erased = false, erasure_done_at = NULL, algorithm_version = ${ALGORITHM_VERSION}, updated_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows.map((row) => toJson(row.id, row)))}::jsonb) AS ${COLUMNS}
    LEFT JOIN passed p ON p.trip_id = x.id
    WHERE t.id = x.id AND t.attestation_id IS NULL`.execute(db);
}

/** How far a trip under way has got, with the pieces of its route that are new. */
export interface TripSoFar {
  readonly id: number;
  readonly trip: Pick<MachineTrip, 'endMs' | 'distanceM' | 'maxSpeedKmh'>;
  readonly pieces: Uint8Array;
}

/**
 * Writes how far trips under way have got, and puts pieces behind their routes, as they stand in a route that grows. It stands beside the
 * trip (decision 0057), in a row that stays on its page.
 */
export async function tellSoFar(db: Kysely<Db>, rows: readonly TripSoFar[]): Promise<void> {
  if (rows.length === 0) return;
  const growing = Buffer.from(GROWING_ROUTE);
  // One that was closed by the clock and goes on is whole so far: it becomes the first piece.
  await sql`
    WITH told AS MATERIALIZED (
      SELECT t.id, t.account_id, to_timestamp(g.at_ms / 1000) AS at, g.metres, g.max_kmh,
        CASE WHEN g.pieces = '' THEN w.route ELSE CASE WHEN held.route IS NULL THEN ${growing}::bytea
          WHEN get_byte(held.route, 0) = get_byte(${growing}::bytea, 0) THEN held.route
          ELSE ${growing}::bytea || int4send(length(held.route) * 4 + 2) || held.route END || g.pieces END AS route, w.trip_id IS NULL AS is_first
      FROM unnest(${int8Array(rows.map(({ id }) => id))}::bigint[], ${rows.map(({ trip }) => trip.endMs)}::float8[],
        ${int4Array(rows.map(({ trip }) => trip.distanceM))}::integer[], ${rows.map(({ trip }) => trip.maxSpeedKmh)}::smallint[],
        ${byteaArray(rows.map(({ pieces }) => pieces))}::bytea[]) AS g (id, at_ms, metres, max_kmh, pieces)
      JOIN trip t ON t.id = g.id AND t.is_ongoing AND t.attestation_id IS NULL LEFT JOIN trip_under_way w ON w.trip_id = t.id
      CROSS JOIN LATERAL (SELECT coalesce(w.route, t.route) AS route) held),
    gone_on AS (UPDATE trip_under_way w SET so_far_at = g.at, so_far_m = g.metres, so_far_max_kmh = g.max_kmh, route = g.route
      FROM told g WHERE w.trip_id = g.id)
    INSERT INTO trip_under_way (trip_id, account_id, so_far_at, so_far_m, so_far_max_kmh, route)
    SELECT id, account_id, at, metres, max_kmh, route FROM told WHERE is_first`.execute(db);
}

/** Adds trips; answers their ids in the order given. */
export async function insertTrips(db: Kysely<Db>, rows: readonly TripRow[], now: Date): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: made } = await sql<{ id: number; unit_id: number; started_ms: number }>`
    INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7,
      start_odometer_m, stop_odometer_m, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule,
      computed_driver_id, gap_before_s, route, algorithm_version, updated_at)
    SELECT account_id, unit_id, started_at, ended_at, is_ongoing, start_lat_e7, start_lon_e7, stop_lat_e7, stop_lon_e7,
      start_odometer_m, stop_odometer_m, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule,
      computed_driver_id, gap_before_s, decode(route, 'base64'), ${ALGORITHM_VERSION}, ${now}
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

const WITH_SO_FAR = sql`LEFT JOIN trip_under_way w ON w.trip_id = t.id`;
const STORED = sql`t.id, t.unit_id, t.started_at, coalesce(w.so_far_at, t.ended_at) AS ended_at, t.is_ongoing, t.distance_m, t.computed_type, t.computed_driver_id, t.attestation_id IS NOT NULL AS is_attested`;

/** Trips by unit and start; for the trip that a state has under way. Routes are long: they are read only of those that ask for it. */
export async function tripsStartingAt(
  db: Kysely<Db>,
  keys: readonly { unitId: number; startMs: number; needsRoute?: boolean }[],
): Promise<Map<string, StoredTrip>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<StoredRow>`
    SELECT ${STORED}, CASE WHEN k.needs_route THEN coalesce(w.route, t.route) END AS route
    FROM unnest(${keys.map((key) => key.unitId)}::bigint[], ${keys.map((key) => new Date(key.startMs))}::timestamptz[],
      ${keys.map((key) => key.needsRoute ?? false)}::boolean[]) AS k (unit_id, started_at, needs_route)
    JOIN trip t ON t.unit_id = k.unit_id AND t.started_at = k.started_at AND NOT t.is_manual
    ${WITH_SO_FAR}`.execute(db);
  return new Map(rows.map((row) => [`${row.unit_id} ${row.started_at.getTime()}`, storedOf(row)]));
}

interface StoredRow {
  id: number;
  unit_id: number;
  started_at: Date;
  ended_at: Date;
  is_ongoing: boolean;
  distance_m: number;
  computed_type: MachineTrip['type'];
  computed_driver_id: number | null;
  is_attested: boolean;
  route: Uint8Array | null;
}

const storedOf = (row: StoredRow): StoredTrip => ({
  id: row.id,
  unitId: row.unit_id,
  startMs: row.started_at.getTime(),
  endMs: row.ended_at.getTime(),
  isOngoing: row.is_ongoing,
  distanceM: row.distance_m,
  type: row.computed_type,
  driverMemberId: row.computed_driver_id,
  isAttested: row.is_attested,
  route: row.route ? decodeRoute(row.route) : [],
});

/** What is computed of a unit from an instant on stands in trips that start then or later; null: from its first. */
const startsFrom = (unitId: number, fromMs: number | null) =>
  sql`t.unit_id = ${unitId} AND NOT t.is_manual ${fromMs === null ? sql`` : sql`AND t.started_at >= ${new Date(fromMs)}`}`;

/** The stored trips of a unit that start within a span, in order, without their routes; null is an open end. */
export async function tripsFrom(
  db: Kysely<Db>,
  unitId: number,
  { fromMs, untilMs }: { fromMs: number | null; untilMs: number | null },
): Promise<StoredTrip[]> {
  const { rows } =
    await sql<StoredRow>`SELECT ${STORED}, NULL::bytea AS route FROM trip t ${WITH_SO_FAR} WHERE ${startsFrom(unitId, fromMs)}
    ${untilMs === null ? sql`` : sql`AND t.started_at < ${new Date(untilMs)}`} ORDER BY t.started_at`.execute(db);
  return rows.map(storedOf);
}

/** When the trips of a unit from an instant on start and end: times of records all. */
export async function tripEndsFrom(db: Kysely<Db>, unitId: number, fromMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ started_at: Date; ended_at: Date }>`
    SELECT t.started_at, coalesce(w.so_far_at, t.ended_at) AS ended_at FROM trip t ${WITH_SO_FAR} WHERE ${startsFrom(unitId, fromMs)}`.execute(
    db,
  );
  return rows.flatMap((row) => [row.started_at.getTime(), row.ended_at.getTime()]);
}

/** The clock does not look again at a unit that was heard of this recently. */
const UNTOUCHED = '30 seconds';

/** The next units by id with a trip under way that nothing was heard of for a while. */
export async function silentWithTrip(db: Kysely<Db>, now: Date, { only, after, limit }: UnitChoice): Promise<UnitKey[]> {
  const { rows } = await sql<{ unit_id: number; account_id: number }>`
    SELECT p.unit_id, p.account_id FROM unit_projection p JOIN trip t ON t.unit_id = p.unit_id AND t.is_ongoing
    WHERE p.unit_id > ${after} AND ${
      only
        ? sql`p.unit_id = ANY (${only}::bigint[])`
        : sql`NOT EXISTS (SELECT FROM unit_latest l
      WHERE l.unit_id = p.unit_id AND l.changed_at >= ${now}::timestamptz - ${UNTOUCHED}::interval)`
    }
    ORDER BY p.unit_id LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({ unitId: row.unit_id, accountId: row.account_id as AccountId }));
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

/** Counts the trips of units anew from an instant each: what each had driven when a trip began (`trip.counter_m`). */
export async function countTrips(db: Kysely<Db>, from: readonly Pick<UnitSpan, 'unitId' | 'fromMs'>[]): Promise<void> {
  if (from.length === 0) return;
  await sql`SELECT count_trips(${from.map((span) => span.unitId)}::bigint[], ${from.map((span) => new Date(span.fromMs))}::timestamptz[])`.execute(
    db,
  );
}
