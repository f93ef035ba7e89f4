import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TRIP_SORTS } from '@spora/contract/trips';
import type { TripType } from '@spora/contract/units';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.generated.ts';

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
  /** Midnight of the day it started, in the account's zone. */
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
  end_rule: 'open' | 'ignition-off' | 'still' | 'gap' | 'tracker-event';
  purpose: string;
  note: string;
  has_route: boolean;
  gap_before_s: number | null;
}

export interface TripFilter {
  /** Null: every unit of the account, for those who may see them all. */
  readonly unitIds: readonly number[] | null;
  /** Calendar days of the account, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly types: readonly TripType[];
  readonly search: string;
}

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** TRIP-032, in SQL: what is withheld is neither searched nor sorted by, since both would tell of it. */
const masked = (actor: MemberActor) => sql`(t.type = 'private' AND t.driver_member_id IS DISTINCT FROM ${actor.memberId})`;

const durationS = (actor: MemberActor) =>
  sql`(CASE WHEN ${masked(actor)} THEN 0 ELSE round(extract(epoch FROM t.ended_at - t.started_at)) END)`;

const columns = (
  actor: MemberActor,
) => sql`t.id, t.unit_id, NULL::text AS imei, u.name AS unit_name, u.registration_number, u.hides_speed, t.is_ongoing, t.started_at, t.ended_at,
  (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at,
  t.start_lat_e7, t.start_lon_e7, t.stop_lat_e7, t.stop_lon_e7, t.start_address, t.start_address_is_approximate, t.stop_address,
  t.stop_address_is_approximate, t.start_odometer_m, t.stop_odometer_m, t.distance_m, t.distance_source, t.max_speed_kmh,
  m.full_name AS driver, t.driver_member_id, t.type, t.edited_type, t.computed_rule, t.end_rule, t.purpose, t.note,
  t.route IS NOT NULL AS has_route, t.gap_before_s`;

const joins = sql`JOIN unit u ON u.id = t.unit_id LEFT JOIN member m ON m.id = t.driver_member_id`;

const ofUnits = (unitIds: readonly number[] | null) => (unitIds ? sql`AND t.unit_id = ANY (${unitIds}::bigint[])` : sql``);

/**
 * Puts to each row the number of the tracker that sits in the unit now, and the odometer as the unit's readings make it (decision
 * 0015; without any the tracker's own stands): looked up for the rows of a page, not for the fleet.
 */
async function completed(db: Kysely<Db>, rows: TripListRow[]): Promise<TripListRow[]> {
  if (rows.length === 0) return rows;
  const found = await sql<{ unit_id: number; imei: string }>`
    SELECT unit_id, imei FROM unit_trackers(${[...new Set(rows.map((row) => row.unit_id))]}::bigint[])`.execute(db);
  const imeis = new Map(found.rows.map((row) => [row.unit_id, row.imei]));
  const read = await sql<{ id: number; start_m: number | null }>`
    SELECT t.id, odometer_of(t.unit_id, t.started_at, t.counter_m) AS start_m FROM trip t
    WHERE t.id = ANY (${rows.map((row) => row.id)}::bigint[])`.execute(db);
  const odometers = new Map(read.rows.map((row) => [row.id, row.start_m]));
  for (const row of rows) {
    row.imei = imeis.get(row.unit_id) ?? null;
    const startM = odometers.get(row.id) ?? null;
    if (startM === null) continue;
    row.start_odometer_m = startM;
    row.stop_odometer_m = startM + row.distance_m;
  }
  return rows;
}

function matching(actor: MemberActor, filter: TripFilter): RawBuilder<unknown> {
  const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
  const text = sql`(u.name ILIKE ${pattern} OR u.registration_number ILIKE ${pattern} OR (NOT ${masked(actor)} AND (t.purpose ILIKE ${pattern}
    OR t.note ILIKE ${pattern} OR t.start_address ILIKE ${pattern} OR t.stop_address ILIKE ${pattern} OR m.full_name ILIKE ${pattern})))`;
  return sql`t.account_id = ${actor.accountId} ${ofUnits(filter.unitIds)} AND NOT t.is_ongoing
    AND t.started_at >= ${filter.from}::timestamp AT TIME ZONE ${actor.timeZone}
    AND t.started_at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${actor.timeZone}
    ${filter.types.length > 0 ? sql`AND t.type = ANY (${filter.types}::text[])` : sql``}
    ${filter.search ? sql`AND ${text}` : sql``}`;
}

export interface TripTotals {
  count: number;
  distance_m: number;
  duration_s: number;
  business: number;
  private: number;
  other: number;
}

export async function totalsOf({ db, actor }: Viewer, filter: TripFilter): Promise<TripTotals> {
  const { rows } = await sql<TripTotals>`
    SELECT count(*)::int AS count, coalesce(sum(t.distance_m), 0)::float8 AS distance_m, coalesce(sum(${durationS(actor)}), 0)::float8 AS duration_s,
      coalesce(sum(t.distance_m) FILTER (WHERE t.type = 'business'), 0)::float8 AS business,
      coalesce(sum(t.distance_m) FILTER (WHERE t.type = 'private'), 0)::float8 AS private,
      coalesce(sum(t.distance_m) FILTER (WHERE t.type = 'other'), 0)::float8 AS other
    FROM trip t JOIN unit u ON u.id = t.unit_id LEFT JOIN member m ON m.id = t.driver_member_id
    WHERE ${matching(actor, filter)}`.execute(db);
  return rows[0] as TripTotals;
}

const ORDERS = (actor: MemberActor): Record<(typeof TRIP_SORTS)[number], RawBuilder<unknown>> => ({
  time: sql`CASE WHEN ${masked(actor)} THEN (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} ELSE t.started_at END`,
  unit: sql`u.name COLLATE "sv-x-icu"`,
  distance: sql`t.distance_m`,
  duration: durationS(actor),
  type: sql`t.type`,
});

export interface TripPage {
  readonly sort: (typeof TRIP_SORTS)[number];
  readonly descending: boolean;
  readonly number: number;
  readonly size: number;
}

export async function pageOf({ db, actor }: Viewer, filter: TripFilter, page: TripPage): Promise<TripListRow[]> {
  const direction = page.descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<TripListRow>`
    SELECT ${columns(actor)} FROM trip t ${joins} WHERE ${matching(actor, filter)}
    ORDER BY ${ORDERS(actor)[page.sort]} ${direction}, t.id ${direction}
    LIMIT ${page.size} OFFSET ${(page.number - 1) * page.size}`.execute(db);
  return completed(db, rows);
}

/** TRIP-028: the trips under way, newest first. */
export async function ongoingOf({ db, actor }: Viewer, unitIds: readonly number[] | null): Promise<TripListRow[]> {
  const { rows } = await sql<TripListRow>`
    SELECT ${columns(actor)} FROM trip t ${joins}
    WHERE t.account_id = ${actor.accountId} ${ofUnits(unitIds)} AND t.is_ongoing ORDER BY t.started_at DESC`.execute(db);
  return completed(db, rows);
}

export async function tripsByIds({ db, actor }: Viewer, ids: readonly number[]): Promise<TripListRow[]> {
  const { rows } = await sql<TripListRow>`
    SELECT ${columns(actor)} FROM trip t ${joins} WHERE t.account_id = ${actor.accountId} AND t.id = ANY (${ids}::bigint[])`.execute(
    db,
  );
  return completed(db, rows);
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
