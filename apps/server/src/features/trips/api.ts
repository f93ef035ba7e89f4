import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OdometerExplanation } from '@spora/contract/trips/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { type MemberActor, type MemberCtx, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { KEPT } from '../../platform/database/kept-queries.ts';
import { gapMetresOf, ODOMETER_EXPLANATION, ODOMETER_GAP, TRACKER_METRES, WITH_MERGED } from './figures-api.ts';
import { fuelFacts, type FuelFacts, figuresOf } from './fuel/api.ts';
import { startOdometerOf } from './odometer-api.ts';
import { isUntoldTrip, isWithheldTrip } from '../../core/fleet/private-use.ts';
import { HAS_TRIP_LOG, listVisibleUnits, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { isCloseToTheOneBefore } from './rules.ts';
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
  /** The type that it has where nobody chose one by hand, and what decided it. */
  ruled_type: TripType;
  computed_rule: 'switch' | 'place-both' | 'place-one' | 'working-hours' | 'default';
  end_rule: 'open' | 'ignition-off' | 'still' | 'gap' | 'tracker-event' | 'manual';
  purpose: string;
  note: string;
  has_route: boolean;
  /** The account has the routes of the type other drawn. */
  is_other_drawn: boolean;
  /** The actor changes what others drove, too. */
  is_open_to_all: boolean;
  gap_before_s: number | null;
  /** The unit's trip before it is one that the actor may not see. */
  follows_withheld: boolean;
  duration_s: number;
  start_place: string | null;
  stop_place: string | null;
  /** Of the places of its ends those that are no more. */
  start_place_is_removed: boolean;
  stop_place_is_removed: boolean;
  project: string;
  visited: string;
  passengers: { member_id?: number | null; name: string }[];
  edited_driver_id: number | null;
  /** Without a driver: somebody else said, by hand or by the switch in the car, that it is private. */
  is_said_private: boolean;
  is_own_private: boolean;
  /** The actor named its driver, by hand and last. */
  is_own_gift: boolean;
  is_manual: boolean;
  /** Of a trip that two were merged into: both, in order. */
  parts: { id: number; start: string; stop: string; distance_m: number; gap_m: number | null }[];
  attestation_id: number | null;
  attested_by: 'user' | 'admin' | null;
  edited_at: Date | null;
  has_odometer_gap: boolean;
  /** What the tracker's odometer counted, where that is a gap, explained or not. */
  tracker_m: number | null;
  /** Of the trip itself: by how much its odometer counted more, where that is a gap. */
  gap_m: number | null;
  /** Why there is a gap, while that holds. */
  odometer_explanation: (OdometerExplanation & { gap_m: number }) | null;
  has_trip_log: boolean;
  fuel_type: string | null;
  /** What held on the day; null where nobody has stated it. */
  consumption_per_10km: number | null;
  co2_g_per_km: number | null;
}

export interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** The last that was said of a field: only of what somebody changed by hand is it looked for. */
const lastSaid = (field: 'type' | 'driver') => sql`FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = ${field}
    AND e.anchor_at BETWEEN t.started_at AND t.ended_at AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END
    ORDER BY e.id DESC LIMIT 1`;

/** What a rule made private as well is not the actor's to open. */
const ownPrivate = (
  actor: MemberActor,
) => sql`(t.edited_type = 'private' AND t.computed_type <> 'private' AND t.place_type IS DISTINCT FROM 'private'
  AND coalesce((SELECT e.actor_member_id = ${seesAs(actor)} AND e.value = 'private' AND e.old_value IN ('business', 'other') ${lastSaid('type')}), false))`;

const ownGift = (actor: MemberActor) =>
  actor.isAdmin
    ? sql`false`
    : sql`(t.edited_driver_id IS NOT NULL AND coalesce((SELECT e.actor_member_id ${lastSaid('driver')}) = ${actor.memberId}, false))`;

const saidPrivate = (actor: MemberActor) => sql`(t.type = 'private' AND t.driver_member_id IS NULL AND CASE
  WHEN t.edited_type IS NULL THEN t.computed_rule = 'switch'
  ELSE coalesce((SELECT e.actor_member_id ${lastSaid('type')}) <> ${seesAs(actor)}, false) END)`;

const columns = (
  actor: MemberActor,
) => sql`t.id, t.unit_id, NULL::text AS imei, u.name AS unit_name, u.registration_number, u.hides_speed, t.is_ongoing, t.started_at,
  coalesce(s.ended_at, t.ended_at) AS ended_at,
  (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at,
  (t.started_at AT TIME ZONE ${actor.timeZone})::date::text AS day,
  t.start_lat_e7, t.start_lon_e7, coalesce(s.stop_lat_e7, t.stop_lat_e7) AS stop_lat_e7, coalesce(s.stop_lon_e7, t.stop_lon_e7) AS stop_lon_e7,
  t.start_address, t.start_address_is_approximate, coalesce(s.stop_address, t.stop_address) AS stop_address,
  coalesce(s.stop_address_is_approximate, t.stop_address_is_approximate) AS stop_address_is_approximate, coalesce(t.attested_start_odometer_m, t.start_odometer_m) AS start_odometer_m,
  coalesce(s.attested_stop_odometer_m, t.attested_stop_odometer_m, s.stop_odometer_m, t.stop_odometer_m) AS stop_odometer_m, ${WITH_MERGED.distanceM} AS distance_m, t.distance_source,
  greatest(t.max_speed_kmh, s.max_speed_kmh) AS max_speed_kmh, ${WITH_MERGED.durationS} AS duration_s,
  NULL::text AS driver, t.driver_member_id, t.type, t.edited_type,
  coalesce(CASE WHEN t.computed_rule = 'switch' THEN t.computed_type END, t.place_type, t.computed_type) AS ruled_type, coalesce(CASE WHEN t.computed_rule <> 'switch' THEN t.place_rule END, t.computed_rule) AS computed_rule,
  t.end_rule, ${WITH_MERGED.purpose} AS purpose, coalesce(nullif(t.note, ''), s.note, '') AS note, ${WITH_MERGED.project} AS project,
  coalesce(nullif(t.visited, ''), s.visited, '') AS visited, CASE WHEN t.passengers = '[]' THEN coalesce(s.passengers, '[]') ELSE t.passengers END AS passengers,
  t.edited_driver_id, ${saidPrivate(actor)} AS is_said_private, ${ownPrivate(actor)} AS is_own_private, ${ownGift(actor)} AS is_own_gift, t.is_manual, t.attestation_id, t.edited_at,
  NULL::text AS attested_by, t.start_place_id, coalesce(s.stop_place_id, t.stop_place_id) AS stop_place_id,
  CASE WHEN s.id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(
    jsonb_build_object('id', t.id, 'start', t.started_at, 'stop', t.ended_at, 'distance_m', t.distance_m, 'gap_m', ${gapMetresOf('t')}),
    jsonb_build_object('id', s.id, 'start', s.started_at, 'stop', s.ended_at, 'distance_m', s.distance_m, 'gap_m', ${gapMetresOf('s')})) END AS parts,
  (t.route IS NOT NULL OR s.route IS NOT NULL) AS has_route, t.gap_before_s, false AS follows_withheld, ${ODOMETER_GAP} AS has_odometer_gap, ${TRACKER_METRES} AS tracker_m,
  ${ODOMETER_EXPLANATION} AS odometer_explanation, ${gapMetresOf('t')} AS gap_m, ${HAS_TRIP_LOG} AS has_trip_log, u.fuel_type,
  u.consumption_per_10km::float8 AS consumption_per_10km, u.co2_g_per_km::float8 AS co2_g_per_km`;

/**
 * A trip with the one merged into it (`s`), which has no row of its own. That it points anywhere is said once more, for the planner: it
 * then knows that they are few, and does not sort or hash a year of trips to find them. What a trip only names is looked up by its
 * number (`completed`): each table more in a join costs more to plan than to read.
 */
const joins = sql`JOIN unit u ON u.id = t.unit_id LEFT JOIN trip s ON s.merged_into_id = t.id AND s.merged_into_id IS NOT NULL`;

/** A row as it is read: what it names is still to be looked up, and its instants are texts. */
interface NamingRow extends Omit<
  TripListRow,
  'started_at' | 'ended_at' | 'day_at' | 'edited_at' | 'is_other_drawn' | 'is_open_to_all'
> {
  readonly started_at: string;
  readonly ended_at: string;
  readonly day_at: string;
  readonly edited_at: string | null;
  readonly start_place_id: number | null;
  readonly stop_place_id: number | null;
}

type Named = [id: number, name: string][];

/** What rows name, and what of their units is to be looked up further. */
interface Facts
  extends
    FuelFacts,
    Record<'trackers' | 'drivers' | 'places', Named>,
    Record<'by_admin' | 'read_ids' | 'removed_places', number[]> {
  readonly rows: NamingRow[];
  readonly is_other_drawn: boolean;
  readonly is_open_to_all: boolean;
}

const named = (from: RawBuilder<unknown>) =>
  sql`(SELECT coalesce(json_agg(json_build_array(n.id, n.name)), '[]') FROM (${from}) n)`;

/** In SQL: `Facts` of the rows `r`. All of it is one answer in JSON: there are many columns, and reading each by itself takes longer. */
const FACTS = (() => {
  const units = sql`ARRAY(SELECT DISTINCT r.unit_id FROM r)`;
  return sql`(SELECT coalesce(json_agg(r), '[]') FROM r) AS rows,
    ${named(sql`SELECT f.unit_id AS id, f.imei AS name FROM unit_trackers(${units}) f`)} AS trackers,
    ${named(sql`SELECT m.id, m.full_name AS name FROM member m WHERE m.id = ANY (ARRAY(SELECT DISTINCT r.driver_member_id FROM r))`)} AS drivers,
    ${named(sql`SELECT p.id, p.label AS name FROM place p WHERE p.id = ANY (ARRAY(SELECT r.start_place_id FROM r UNION SELECT r.stop_place_id FROM r))`)} AS places,
    ARRAY(SELECT p.id FROM place p WHERE p.removed_at IS NOT NULL
      AND p.id = ANY (ARRAY(SELECT r.start_place_id FROM r UNION SELECT r.stop_place_id FROM r))) AS removed_places,
    ARRAY(SELECT a.id FROM attestation a WHERE a.id = ANY (ARRAY(SELECT DISTINCT r.attestation_id FROM r)) AND a.admin_attested_at IS NOT NULL) AS by_admin,
    ARRAY(SELECT DISTINCT d.unit_id FROM unit_reading d WHERE d.unit_id = ANY (${units}) AND d.kind = 'odometer' AND d.removed_at IS NULL) AS read_ids,
    ${fuelFacts(units)}`;
})();

/** In SQL: whether the actor's account has the routes of the type other drawn. */
const isOtherDrawn = ({ accountId }: Viewer['actor']) =>
  sql<boolean>`(SELECT a.other_trip_draws_route FROM account a WHERE a.id = ${accountId})`;

/** In SQL: whether the actor changes what others drove, too (decision 0084). */
const isOpenToAll = ({ memberId, isAdmin }: Viewer['actor']) =>
  isAdmin ? sql`true` : sql`coalesce((SELECT 'edit-all-trips' = ANY (m.rights) FROM member m WHERE m.id = ${memberId}), false)`;

/** The trips (`t`) that stand in what follows the log's tables: further ones, `WHERE`, `ORDER BY`. */
export async function selectedTrips({ db, actor }: Viewer, which: RawBuilder<unknown>): Promise<TripListRow[]> {
  const { rows } = await sql<Facts>`
    WITH r AS MATERIALIZED (SELECT ${columns(actor)} FROM trip t ${joins} ${which})
    SELECT ${FACTS}, ${isOtherDrawn(actor)} AS is_other_drawn, ${isOpenToAll(actor)} AS is_open_to_all`.execute(db);
  const [facts] = rows as [Facts];
  return completed({ db, actor }, facts);
}

/**
 * Puts to each row the number of the tracker that sits in the unit now, what its fuel is reckoned by, and the odometer as the unit's
 * readings make it (decision 0015; without any the tracker's own stands; of an attested trip it is what it was then): looked up for
 * the rows of a page, not for the fleet, and only where a unit has anything to look up.
 */
async function completed({ db, actor }: Viewer, facts: Facts): Promise<TripListRow[]> {
  const [imeis, drivers, places] = [new Map(facts.trackers), new Map(facts.drivers), new Map(facts.places)];
  const [byAdmin, readIds, refiguredIds, removedPlaces] = [
    facts.by_admin,
    facts.read_ids,
    facts.refigured_ids,
    facts.removed_places,
  ].map((ids) => new Set(ids.map(Number)));
  const rows = facts.rows.map((row): TripListRow => ({
    ...row,
    is_other_drawn: facts.is_other_drawn,
    is_open_to_all: facts.is_open_to_all,
    started_at: new Date(row.started_at),
    ended_at: new Date(row.ended_at),
    day_at: new Date(row.day_at),
    edited_at: row.edited_at === null ? null : new Date(row.edited_at),
    imei: imeis.get(row.unit_id) ?? null,
    driver: drivers.get(row.driver_member_id ?? 0) ?? null,
    start_place: places.get(row.start_place_id ?? 0) ?? null,
    stop_place: places.get(row.stop_place_id ?? 0) ?? null,
    start_place_is_removed: removedPlaces?.has(row.start_place_id ?? 0) ?? false,
    stop_place_is_removed: removedPlaces?.has(row.stop_place_id ?? 0) ?? false,
    attested_by: row.attestation_id === null ? null : byAdmin?.has(row.attestation_id) ? 'admin' : 'user',
  }));
  await laySoFar(db, rows);
  const idsOf = (of: (row: TripListRow) => boolean | undefined): number[] => rows.filter(of).map((row) => row.id);
  const afterWithheld = await followingWithheld({ db, actor }, idsOf(isCloseToTheOneBefore));
  const odometers = await odometersOf(
    db,
    idsOf((row) => row.attestation_id === null && readIds?.has(row.unit_id)),
  );
  const refigured = idsOf((row) => refiguredIds?.has(row.unit_id));
  const figures = refigured.length > 0 ? await figuresOf(db, actor, refigured) : null;
  for (const row of rows) {
    row.follows_withheld = afterWithheld.has(row.id);
    const { start_m = null, stop_m = null } = odometers.get(row.id) ?? {};
    if (start_m !== null) row.start_odometer_m = start_m;
    if (stop_m !== null) row.stop_odometer_m = stop_m;
    Object.assign(row, figures?.get(row.id));
  }
  return rows;
}

/** Those of the trips whose unit's trip before them is one that the actor may not see. */
async function followingWithheld({ db, actor }: Viewer, tripIds: readonly number[]): Promise<Set<number>> {
  if (tripIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM trip t JOIN LATERAL (SELECT b.type, b.driver_member_id FROM trip b WHERE b.unit_id = t.unit_id AND b.started_at < t.started_at
      ORDER BY b.started_at DESC LIMIT 1) b ON ${isWithheldTrip(actor, 'b')}
    WHERE t.id = ANY (${tripIds}::bigint[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** The odometers at both ends of trips as their units' readings make them. */
async function odometersOf(
  db: Kysely<Db>,
  tripIds: readonly number[],
): Promise<Map<number, { start_m: number | null; stop_m: number | null }>> {
  if (tripIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; start_m: number | null; stop_m: number | null }>`
    SELECT t.id, ${startOdometerOf('t')} AS start_m,
      CASE WHEN s.id IS NULL THEN ${startOdometerOf('t')} + t.distance_m ELSE ${startOdometerOf('s')} + s.distance_m END AS stop_m
    FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id WHERE t.id = ANY (${tripIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export const tripsByIds = async (viewer: Viewer, ids: readonly number[]): Promise<TripListRow[]> =>
  ids.length === 0
    ? []
    : selectedTrips(viewer, sql`WHERE t.account_id = ${viewer.actor.accountId} AND t.id = ANY (${ids}::bigint[]) ${KEPT}`);

/** The packed routes of the trips of a unit that start within the days given: of business, and of the type other if the account says so. */
export async function routesOf(
  { db, actor }: Viewer,
  unitId: number,
  from: string,
  to: string,
): Promise<{ id: number; route: Uint8Array; hides_speed: boolean }[]> {
  const { rows } = await sql<{ id: number; route: Uint8Array; hides_speed: boolean }>`
    SELECT t.id, t.route, u.hides_speed FROM trip t JOIN unit u ON u.id = t.unit_id
    WHERE t.account_id = ${actor.accountId} AND t.unit_id = ${unitId} AND NOT t.is_ongoing AND t.route IS NOT NULL
      AND (t.type = 'business' OR (t.type = 'other' AND ${isOtherDrawn(actor)}))
      AND t.started_at >= ${from}::timestamp AT TIME ZONE ${actor.timeZone}
      AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
    ORDER BY t.started_at`.execute(db);
  return rows;
}

/** The packed routes of a trip, one after the other: of one that was merged those of both, each as far as it is kept. */
export async function routesOfTrip({ db, actor }: Viewer, id: number): Promise<Uint8Array[]> {
  const { rows } = await sql<{ route: Uint8Array }>`
    SELECT coalesce(w.route, t.route) AS route FROM trip t LEFT JOIN trip_under_way w ON w.trip_id = t.id
    WHERE t.account_id = ${actor.accountId} AND (t.id = ${id} OR t.merged_into_id = ${id}) AND coalesce(w.route, t.route) IS NOT NULL
    ORDER BY t.started_at`.execute(db);
  return rows.map(({ route }) => route);
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

/** A trip, or the whole that it was merged into, where a log would list it: while private use goes on, its trips are not told of. */
export async function findToldTrip(ctx: MemberCtx, id: number): Promise<TripListRow> {
  const visible = new Set(await visibleUnitIds(ctx));
  const rows = await selectedTrips(
    ctx,
    sql`WHERE t.account_id = ${ctx.actor.accountId} AND t.id = (SELECT coalesce(p.merged_into_id, p.id) FROM trip p WHERE p.id = ${id})
      AND NOT ${isUntoldTrip(ctx.actor, ctx.now())}`,
  );
  const row = rows.find(({ unit_id }) => visible.has(unit_id));
  if (!row) throw new AppError('TripNotFound');
  return row;
}
