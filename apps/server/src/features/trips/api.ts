import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TRIP_SORTS, TripFilter } from '@spora/contract/trips/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { type MemberActor, type MemberCtx, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';
import { figuresOf, fuelJoins, fuelTotals } from './fuel/api.ts';
import { holidaysBetween } from '../../core/people/days-off.ts';
import { startsOutsideHours } from './working-hours/read-model.ts';
import { isUntoldTrip, isWithheldTrip } from '../../core/fleet/private-use.ts';
import { HAS_TRIP_LOG, listVisibleUnits, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import type { FuelSums } from './fuel/rules.ts';
import { laySoFar } from './so-far-api.ts';
import { AppError } from '../../platform/app-error.ts';

export interface TripListRow {
  id: number;
  unit_id: number;
  /** Null when no tracker sits in the unit now. */
  imei: string | null;
  unit_name: string;
  registration_number: string | null;
  is_ongoing: boolean;
  started_at: Date;
  ended_at: Date;
  /** The day it started, in the account's zone, and its midnight. */
  day: string;
  day_at: Date;
  start_lat_e7: number | null;
  start_lon_e7: number | null;
  stop_lat_e7: number | null;
  stop_lon_e7: number | null;
  start_address: string | null;
  start_address_is_approximate: boolean;
  stop_address: string | null;
  stop_address_is_approximate: boolean;
  start_odometer_m: number | null;
  stop_odometer_m: number | null;
  distance_m: number;
  distance_source: 'odometer' | 'positions';
  max_speed_kmh: number;
  hides_speed: boolean;
  driver: string | null;
  driver_member_id: number | null;
  type: TripType;
  edited_type: TripType | null;
  computed_rule: 'switch' | 'place-both' | 'place-one' | 'working-hours' | 'default';
  end_rule: 'open' | 'ignition-off' | 'still' | 'gap' | 'tracker-event' | 'manual';
  purpose: string;
  note: string;
  has_route: boolean;
  gap_before_s: number | null;
  /** The unit's trip before it is one that the actor may not see. */
  follows_withheld: boolean;
  duration_s: number;
  start_place: string | null;
  stop_place: string | null;
  project: string;
  visited: string;
  passengers: { member_id?: number | null; name: string }[];
  edited_driver_id: number | null;
  /** Without a driver: somebody else said, by hand or by the switch in the car, that it is private. */
  is_said_private: boolean;
  is_own_private: boolean;
  is_manual: boolean;
  /** Of a trip that two were merged into: both, in order. */
  parts: { id: number; start: string; stop: string; distance_m: number }[];
  attestation_id: number | null;
  attested_by: 'user' | 'admin' | null;
  edited_at: Date | null;
  has_odometer_gap: boolean;
  has_trip_log: boolean;
  fuel_type: string | null;
  /** What held on the day; null where nobody has stated it. */
  consumption_per_10km: number | null;
  co2_g_per_km: number | null;
}

export type LogFilter = Omit<TripFilter, 'imeis'> & {
  readonly unitIds: readonly number[];
};

export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** Whoever reads the log by a filter does so at a moment: of private use that goes on, its trips of that day are not in it. */
export interface LogViewer extends Viewer {
  readonly now: () => Date;
}

/** TRIP-032, in SQL: what is withheld is neither searched nor sorted by, since both would tell of it. */
const masked = (actor: MemberActor) => isWithheldTrip(actor);

/** The driving time: of two merged trips both, so that totals stay what they were. */
const drivenS = sql`(round(extract(epoch FROM t.ended_at - t.started_at)) + coalesce(round(extract(epoch FROM s.ended_at - s.started_at)), 0))`;
const durationS = (actor: MemberActor) => sql`(CASE WHEN ${masked(actor)} THEN 0 ELSE ${drivenS} END)`;
const distanceM = sql`(t.distance_m + coalesce(s.distance_m, 0))`;

/** What was said of either of two merged trips is said of both; of the first where both have something. */
const purpose = sql`coalesce(nullif(t.purpose, ''), s.purpose, '')`;
const project = sql`coalesce(nullif(t.project, ''), s.project, '')`;

/**
 * The tracker's odometer counted over a tenth more or less than the distance of the trip, of a short one at least 100 m: something
 * was driven that is not in it, or one of the two is wrong (decision 0025).
 */
export const ODOMETER_GAP = sql`(abs(t.stop_odometer_m - t.start_odometer_m - t.distance_m) > greatest(t.distance_m, 1000) * 0.1
  OR abs(s.stop_odometer_m - s.start_odometer_m - s.distance_m) > greatest(s.distance_m, 1000) * 0.1) IS TRUE`;

/** The last that was said of the type: only of what somebody calls private is it looked for. */
const lastSaid = sql`FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = 'type'
    AND e.anchor_at BETWEEN t.started_at AND t.ended_at AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END
    ORDER BY e.id DESC LIMIT 1`;

/** What a rule made private as well is not the actor's to open. */
const ownPrivate = (
  actor: MemberActor,
) => sql`(t.edited_type = 'private' AND t.computed_type <> 'private' AND t.place_type IS DISTINCT FROM 'private'
  AND coalesce((SELECT e.actor_member_id = ${seesAs(actor)} AND e.value = 'private' AND e.old_value IN ('business', 'other') ${lastSaid}), false))`;

const saidPrivate = (actor: MemberActor) => sql`(t.type = 'private' AND t.driver_member_id IS NULL AND CASE
  WHEN t.edited_type IS NULL THEN t.computed_rule = 'switch'
  ELSE coalesce((SELECT e.actor_member_id ${lastSaid}) <> ${seesAs(actor)}, false) END)`;

const columns = (
  actor: MemberActor,
) => sql`t.id, t.unit_id, NULL::text AS imei, u.name AS unit_name, u.registration_number, u.hides_speed, t.is_ongoing, t.started_at,
  coalesce(s.ended_at, t.ended_at) AS ended_at,
  (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at,
  (t.started_at AT TIME ZONE ${actor.timeZone})::date::text AS day,
  t.start_lat_e7, t.start_lon_e7, coalesce(s.stop_lat_e7, t.stop_lat_e7) AS stop_lat_e7, coalesce(s.stop_lon_e7, t.stop_lon_e7) AS stop_lon_e7,
  t.start_address, t.start_address_is_approximate, coalesce(s.stop_address, t.stop_address) AS stop_address,
  coalesce(s.stop_address_is_approximate, t.stop_address_is_approximate) AS stop_address_is_approximate, coalesce(t.attested_start_odometer_m, t.start_odometer_m) AS start_odometer_m,
  coalesce(s.attested_stop_odometer_m, t.attested_stop_odometer_m, s.stop_odometer_m, t.stop_odometer_m) AS stop_odometer_m, ${distanceM} AS distance_m, t.distance_source,
  greatest(t.max_speed_kmh, s.max_speed_kmh) AS max_speed_kmh, ${drivenS}::float8 AS duration_s,
  m.full_name AS driver, t.driver_member_id, t.type, t.edited_type, coalesce(CASE WHEN t.computed_rule <> 'switch' THEN t.place_rule END, t.computed_rule) AS computed_rule,
  t.end_rule, ${purpose} AS purpose, coalesce(nullif(t.note, ''), s.note, '') AS note, ${project} AS project,
  coalesce(nullif(t.visited, ''), s.visited, '') AS visited, CASE WHEN t.passengers = '[]' THEN coalesce(s.passengers, '[]') ELSE t.passengers END AS passengers,
  t.edited_driver_id, ${saidPrivate(actor)} AS is_said_private, ${ownPrivate(actor)} AS is_own_private, t.is_manual, t.attestation_id, t.edited_at,
  CASE WHEN t.attestation_id IS NULL THEN NULL WHEN at.admin_attested_at IS NOT NULL THEN 'admin' ELSE 'user' END AS attested_by,
  p1.label AS start_place, p2.label AS stop_place,
  CASE WHEN s.id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(
    jsonb_build_object('id', t.id, 'start', t.started_at, 'stop', t.ended_at, 'distance_m', t.distance_m),
    jsonb_build_object('id', s.id, 'start', s.started_at, 'stop', s.ended_at, 'distance_m', s.distance_m)) END AS parts,
  t.route IS NOT NULL AS has_route, t.gap_before_s, false AS follows_withheld, ${ODOMETER_GAP} AS has_odometer_gap, ${HAS_TRIP_LOG} AS has_trip_log, u.fuel_type,
  NULL::float8 AS consumption_per_10km, NULL::float8 AS co2_g_per_km`;

/**
 * A trip with the one merged into it (`s`), which has no row of its own. That it points anywhere is said once more, for the planner: it
 * then knows that they are few, and does not sort or hash a year of trips to find them.
 */
const joins = sql`JOIN unit u ON u.id = t.unit_id LEFT JOIN trip s ON s.merged_into_id = t.id AND s.merged_into_id IS NOT NULL LEFT JOIN member m ON m.id = t.driver_member_id
  LEFT JOIN attestation at ON at.id = t.attestation_id LEFT JOIN place p1 ON p1.id = t.start_place_id
  LEFT JOIN place p2 ON p2.id = coalesce(s.stop_place_id, t.stop_place_id)`;

const ofUnits = (unitIds: readonly number[]) => sql`AND t.unit_id = ANY (${unitIds}::bigint[])`;

/**
 * Puts to each row the number of the tracker that sits in the unit now, what its fuel is reckoned by, and the odometer as the unit's
 * readings make it (decision 0015; without any the tracker's own stands; of an attested trip it is what it was then): looked up for
 * the rows of a page, not for the fleet.
 */
async function completed({ db, actor }: Viewer, rows: TripListRow[]): Promise<TripListRow[]> {
  if (rows.length === 0) return rows;
  await laySoFar(db, rows);
  const found = await sql<{ unit_id: number; imei: string }>`
    SELECT unit_id, imei FROM unit_trackers(${[...new Set(rows.map((row) => row.unit_id))]}::bigint[])`.execute(db);
  const imeis = new Map(found.rows.map((row) => [row.unit_id, row.imei]));
  const before = await sql<{ id: number }>`
    SELECT t.id FROM trip t JOIN LATERAL (SELECT b.type, b.driver_member_id FROM trip b WHERE b.unit_id = t.unit_id AND b.started_at < t.started_at
      ORDER BY b.started_at DESC LIMIT 1) b ON ${isWithheldTrip(actor, 'b')}
    WHERE t.id = ANY (${rows.map((row) => row.id)}::bigint[]) AND t.gap_before_s IS NOT NULL`.execute(db);
  const afterWithheld = new Set(before.rows.map((row) => row.id));
  const read = await sql<{ id: number; start_m: number | null; stop_m: number | null }>`
    SELECT t.id, odometer_of(t.unit_id, t.started_at, t.counter_m) AS start_m,
      CASE WHEN s.id IS NULL THEN odometer_of(t.unit_id, t.started_at, t.counter_m) + t.distance_m
        ELSE odometer_of(s.unit_id, s.started_at, s.counter_m) + s.distance_m END AS stop_m
    FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
    WHERE t.id = ANY (${rows.map((row) => row.id)}::bigint[]) AND t.attestation_id IS NULL`.execute(db);
  const odometers = new Map(read.rows.map((row) => [row.id, row]));
  const figures = await figuresOf(
    db,
    actor,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    row.imei = imeis.get(row.unit_id) ?? null;
    row.follows_withheld = afterWithheld.has(row.id);
    const { start_m = null, stop_m = null } = odometers.get(row.id) ?? {};
    if (start_m !== null) row.start_odometer_m = start_m;
    if (stop_m !== null) row.stop_odometer_m = stop_m;
    Object.assign(row, figures.get(row.id));
  }
  return rows;
}

/** TRIP-018. What is withheld of a masked trip is not filtered by either: it is left out where the filter asks for it. */
function matching({ actor, now }: Omit<LogViewer, 'db'>, filter: LogFilter): RawBuilder<unknown> {
  const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
  const open = sql`NOT ${masked(actor)}`;
  const text = sql`(u.name ILIKE ${pattern} OR u.registration_number ILIKE ${pattern} OR (${open} AND (${purpose} ILIKE ${pattern}
    OR concat_ws(chr(10), t.note, s.note, t.visited, s.visited, t.start_address, t.stop_address, s.start_address, s.stop_address) ILIKE ${pattern}
    OR ${project} ILIKE ${pattern} OR p1.label ILIKE ${pattern} OR p2.label ILIKE ${pattern} OR m.full_name ILIKE ${pattern})))`;
  const when = (asked: boolean, condition: RawBuilder<unknown>) => (asked ? sql`AND ${condition}` : sql``);
  return sql`t.account_id = ${actor.accountId} ${ofUnits(filter.unitIds)} AND NOT t.is_ongoing AND t.merged_into_id IS NULL
    AND NOT ${isUntoldTrip(actor, now())}
    AND t.started_at >= ${filter.from}::timestamp AT TIME ZONE ${actor.timeZone}
    AND t.started_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
    ${when(filter.types.length > 0, sql`t.type = ANY (${filter.types}::text[])`)}
    ${when(filter.search !== '', text)}
    ${when(filter.driver_ids.length > 0, sql`${open} AND t.driver_member_id = ANY (${filter.driver_ids}::bigint[])`)}
    ${when(filter.departments.length > 0, sql`u.department = ANY (${filter.departments}::text[])`)}
    ${when(filter.tags.length > 0, sql`u.tags && ${filter.tags}::text[]`)}
    ${when(filter.projects.length > 0, sql`${open} AND ${project} = ANY (${filter.projects}::text[])`)}
    ${when(filter.place_ids.length > 0, sql`${open} AND (t.start_place_id = ANY (${filter.place_ids}::bigint[]) OR coalesce(s.stop_place_id, t.stop_place_id) = ANY (${filter.place_ids}::bigint[]))`)}
    ${when(filter.purpose_missing, purposeMissing(actor))}
    ${when(filter.driver_missing, DRIVER_MISSING)}
    ${when(filter.odometer_gap, ODOMETER_GAP)}
    ${when(filter.outside_working_hours, sql`${open} AND ${startsOutsideHours(holidaysBetween(filter.from, filter.to))}`)}
    ${when(filter.min_distance_m !== null, sql`${distanceM} >= ${filter.min_distance_m}`)}
    ${when(filter.max_distance_m !== null, sql`${distanceM} <= ${filter.max_distance_m}`)}
    ${when(filter.attested === 'yes', sql`t.attestation_id IS NOT NULL`)}
    ${when(filter.attested === 'no', sql`t.attestation_id IS NULL`)}`;
}

/** TRIP-004, TRIP-023: as `needsPurpose` has it; a test holds both together. */
const purposeMissing = (actor: MemberActor) => sql`(${purpose} = '' AND (t.type = 'business'
  OR t.type = 'other' AND (SELECT a.other_trip_purpose_required FROM account a WHERE a.id = ${actor.accountId})))`;
/** DRV-014. */
const DRIVER_MISSING = sql`(t.driver_member_id IS NULL)`;

/**
 * Where a trip stands among those of other units: a masked one at the end of the last trip before it that the actor may see, or at the
 * beginning of its day if that is later. Among its own unit's trips that is its place in time.
 */
const toldPlace = (actor: MemberActor) => sql`CASE WHEN ${masked(actor)} THEN greatest(
    (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone},
    (SELECT b.ended_at FROM trip b WHERE b.unit_id = t.unit_id AND b.started_at < t.started_at AND NOT ${isWithheldTrip(actor, 'b')}
      ORDER BY b.started_at DESC LIMIT 1)) ELSE t.started_at END`;

const ORDERS = (actor: MemberActor): Record<(typeof TRIP_SORTS)[number], RawBuilder<unknown>> => ({
  time: toldPlace(actor),
  unit: sql`u.name ${NAME_ORDER}`,
  distance: distanceM,
  duration: durationS(actor),
  type: sql`t.type`,
});

export interface TripPage {
  readonly sort: (typeof TRIP_SORTS)[number];
  readonly descending: boolean;
  readonly number: number;
  readonly size: number;
}

/** Which rows, in order, is told by an index that holds what filters, sorting and totals ask for; rows are wide and read for the page only. */
export async function pageOf(viewer: LogViewer, filter: LogFilter, page: TripPage): Promise<TripListRow[]> {
  const ids = (await idsOf(viewer, filter, page, sql`LIMIT ${page.size} OFFSET ${(page.number - 1) * page.size}`)).map(
    (row) => row.id,
  );
  const rows = new Map((await tripsByIds(viewer, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The ids of all that matches, in order, with their units: an export walks them page by page while the log goes on changing. */
export async function idsOf(
  { db, ...viewer }: LogViewer,
  filter: LogFilter,
  { sort, descending }: Pick<TripPage, 'sort' | 'descending'>,
  limit: RawBuilder<unknown> = sql``,
): Promise<{ id: number; unit_id: number }[]> {
  const direction = descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<{ id: number; unit_id: number }>`
    SELECT t.id, t.unit_id FROM trip t ${joins} WHERE ${matching(viewer, filter)}
    ORDER BY ${ORDERS(viewer.actor)[sort]} ${direction}, t.unit_id ${direction}, t.started_at ${direction}, t.id ${direction} ${limit}`.execute(
    db,
  );
  return rows;
}

/** TRIP-028: the trips under way, newest first. One that the actor may not see is told when it is over. */
export async function ongoingOf({ db, actor }: Viewer, unitIds: readonly number[]): Promise<TripListRow[]> {
  const { rows } = await sql<TripListRow>`
    SELECT ${columns(actor)} FROM trip t ${joins}
    WHERE t.account_id = ${actor.accountId} ${ofUnits(unitIds)} AND t.is_ongoing AND NOT ${masked(actor)} ORDER BY t.started_at DESC`.execute(
    db,
  );
  return completed({ db, actor }, rows);
}

export async function tripsByIds({ db, actor }: Viewer, ids: readonly number[]): Promise<TripListRow[]> {
  const { rows } = await sql<TripListRow>`
    SELECT ${columns(actor)} FROM trip t ${joins} WHERE t.account_id = ${actor.accountId} AND t.id = ANY (${ids}::bigint[])`.execute(
    db,
  );
  return completed({ db, actor }, rows);
}

/** The packed routes of business trips of a unit that start within the days given. */
export async function routesOf(
  { db, actor }: Viewer,
  unitId: number,
  from: string,
  to: string,
): Promise<{ id: number; route: Uint8Array; hides_speed: boolean }[]> {
  const { rows } = await sql<{ id: number; route: Uint8Array; hides_speed: boolean }>`
    SELECT t.id, t.route, u.hides_speed FROM trip t JOIN unit u ON u.id = t.unit_id
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND t.type = 'business' AND NOT t.is_ongoing AND t.route IS NOT NULL
      AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
      AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
    ORDER BY t.started_at`.execute(db);
  return rows;
}

export async function routeOf({ db, actor }: Viewer, id: number): Promise<Uint8Array | null> {
  const { rows } = await sql<{ route: Uint8Array | null }>`
    SELECT route FROM trip WHERE account_id = ${actor.accountId} AND id = ${id}`.execute(db);
  return rows[0]?.route ?? null;
}

/** The units that a filter means, as far as the actor may see them; none named: all of those. */
export const findVisibleUnitIds = async (ctx: MemberCtx, imeis: readonly string[]): Promise<readonly number[]> =>
  imeis.length > 0 ? (await listVisibleUnits(ctx, imeis)).map((unit) => unit.unitId) : visibleUnitIds(ctx);

/** Those of the trips whose unit the actor may see: unknown, foreign and without access look alike. */
export async function findVisibleTrips(ctx: MemberCtx, ids: readonly number[]): Promise<TripListRow[]> {
  const visible = new Set(await visibleUnitIds(ctx));
  return (await tripsByIds(ctx, ids)).filter((row) => visible.has(row.unit_id));
}

export async function findVisibleTrip(ctx: MemberCtx, id: number): Promise<TripListRow> {
  const [row] = await findVisibleTrips(ctx, [id]);
  if (!row) throw new AppError('TripNotFound');
  return row;
}

export interface TripTotals extends FuelSums {
  count: number;
  distance_m: number;
  duration_s: number;
  business: number;
  private: number;
  other: number;
  purpose_missing: number;
  driver_missing: number;
  odometer_gap: number;
}

export async function totalsOf({ db, actor, now }: LogViewer, filter: LogFilter): Promise<TripTotals> {
  const { rows } = await sql<TripTotals>`
    SELECT count(*)::int AS count, coalesce(sum(${distanceM}), 0)::float8 AS distance_m, coalesce(sum(${durationS(actor)}), 0)::float8 AS duration_s,
      coalesce(sum(${distanceM}) FILTER (WHERE t.type = 'business'), 0)::float8 AS business,
      coalesce(sum(${distanceM}) FILTER (WHERE t.type = 'private'), 0)::float8 AS private,
      coalesce(sum(${distanceM}) FILTER (WHERE t.type = 'other'), 0)::float8 AS other,
      count(*) FILTER (WHERE ${purposeMissing(actor)})::int AS purpose_missing, count(*) FILTER (WHERE ${DRIVER_MISSING})::int AS driver_missing,
      count(*) FILTER (WHERE ${ODOMETER_GAP})::int AS odometer_gap, ${fuelTotals(distanceM)}
    FROM trip t ${joins} ${fuelJoins(actor)}
    WHERE ${matching({ actor, now }, filter)}`.execute(db);
  return rows[0] as TripTotals;
}
