import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';
import { FUEL_TYPES, MARKER_SYMBOLS, UNIT_KINDS } from '@spora/contract/units/values';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { noPositionReason } from './rules.ts';
import { isInCircle } from '../trips/placing/rules.ts';
import { contactExpectedBy, markedState, shownState, type StoredState, type UnitMark } from '../../core/fleet/shown-state.ts';

interface LiveRow {
  id: number;
  imei: string | null;
  kind: string;
  name: string;
  registration_number: string | null;
  colour: string;
  marker_symbol: string;
  icon: string | null;
  vehicle_type: string | null;
  fuel_type: string | null;
  consumption_per_10km: number | null;
  co2_g_per_km: number | null;
  department: string | null;
  project: string | null;
  /** Null for none: most have none, and an empty array costs as much to read as a full one. */
  tags: string[] | null;
  location_in_car: string | null;
  default_trip_type: string;
  inspection_period_months: number | null;
  service_interval_km: number | null;
  hides_speed: boolean;
  driver: string | null;
  contact_ms: number | null;
  time_ms: number | null;
  lat_e7: number | null;
  lon_e7: number | null;
  speed_kmh: number | null;
  heading_deg: number | null;
  altitude_m: number | null;
  satellites: number | null;
  state: StoredState | null;
  since_ms: number | null;
  /** It stood when its record begins: it may have done so for longer. */
  may_be_older: boolean;
  report_interval_s: number | null;
  named: NonNullable<LiveUnit['position']>;
  odometer_m: number | null;
  hours_s: number | null;
  address: string | null;
  address_is_approximate: boolean | null;
  is_private: boolean;
  private_driver: number | null;
  private_under_way: boolean | null;
  mark: UnitMark | null;
}

/** A unit as its driver may see it, and in whose private use it is. */
export interface LiveUnitRow {
  readonly unit: LiveUnit;
  /** Null: its last trip is no private one. */
  readonly privateUse: { readonly driverMemberId: number | null; readonly isUnderWay: boolean } | null;
}

export interface LiveFilter {
  /** Null: every unit of the account. */
  readonly unitIds: readonly number[] | null;
  /** Leaves out units whose latest row is older, but for those in private use: when one of those reports is not told. */
  readonly changedSince?: Date | undefined;
}

/** Units of the account that moved or were heard of from then on; the account must be set on `db`. */
export async function movedSince(db: Kysely<Db>, accountId: AccountId, from: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('unit_latest')
    .select('unit_id')
    .where('account_id', '=', accountId)
    .where('changed_at', '>=', from)
    .execute();
  return rows.map((row) => row.unit_id);
}

/** Everything the map shows of units, in one query; the account must be set on `db`. */
export async function liveUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  { unitIds, changedSince }: LiveFilter,
  now: Date,
): Promise<LiveUnitRow[]> {
  const among = amongUnits(unitIds);
  const { rows } = await sql<LiveRow>`
    WITH ${fittedAndDriven(accountId, unitIds, now)}, marked AS MATERIALIZED (${marks(accountId)}),
    -- Few units have readings to count on from; the others cost nothing here.
    read_off AS MATERIALIZED (
      SELECT x.unit_id, odometer_of(x.unit_id, ${now}, counter_at(x.unit_id, ${now}))::float8 AS odometer_m, hours_of(x.unit_id)::float8 AS hours_s
      FROM (SELECT DISTINCT unit_id FROM unit_reading WHERE account_id = ${accountId} AND removed_at IS NULL ${among('unit_id')}) x
    )
    SELECT u.id, t.imei, u.kind, u.name, u.registration_number, u.colour, u.marker_symbol, u.icon, u.vehicle_type, u.fuel_type,
      u.consumption_per_10km::float8, u.co2_g_per_km::float8, u.department, u.project, nullif(u.tags, '{}') AS tags, u.location_in_car, u.default_trip_type,
      u.inspection_period_months, u.service_interval_km, u.hides_speed, d.full_name AS driver,
      ${epochMs(sql`greatest(t.last_contact_at, l.last_contact_at)`)} AS contact_ms, ${epochMs(sql`l.time`)} AS time_ms,
      l.lat_e7, l.lon_e7, l.speed_kmh, l.heading_deg, l.altitude_m, l.satellites, l.state, ${epochMs(sql`l.state_since`)} AS since_ms,
      l.state IN ('parked', 'stopped') AND NOT EXISTS (SELECT FROM trip e WHERE e.unit_id = u.id) AS may_be_older,
      l.report_interval_s, l.named, r.odometer_m, r.hours_s, nullif(l.address, '') AS address, l.address_is_approximate,
      p.type IS NOT NULL AS is_private, p.driver_member_id AS private_driver, p.is_ongoing AS private_under_way, k.mark
    FROM unit u
    LEFT JOIN unit_latest l ON l.unit_id = u.id
    LEFT JOIN fitted t ON t.unit_id = u.id
    LEFT JOIN driven d ON d.unit_id = u.id
    -- Of units that are in nobody's private use the last trip is not looked for (migration 0053).
    LEFT JOIN LATERAL (SELECT p.type, p.driver_member_id, p.is_ongoing FROM trip p
      WHERE p.unit_id = u.id AND (l.unit_id IS NULL OR l.private_use_of IS NOT NULL) ORDER BY p.started_at DESC LIMIT 1) p
      ON p.type = 'private' AND NOT overrides_private_use(u.id)
    LEFT JOIN read_off r ON r.unit_id = u.id
    LEFT JOIN marked k ON k.unit_id = u.id
    WHERE u.account_id = ${accountId} ${among('u.id')} AND u.retired_at IS NULL
      ${changedSince ? sql`AND (l.changed_at >= ${changedSince} OR p.type IS NOT NULL)` : sql``}
    ORDER BY u.id`.execute(db);
  const places = await placesNow(db, accountId);
  return rows.map((row) => ({
    unit: { ...toLiveUnit(row, now.getTime()), ...placeOf(row, places) },
    privateUse: row.is_private ? { driverMemberId: row.private_driver, isUnderWay: row.private_under_way ?? false } : null,
  }));
}

const amongUnits = (unitIds: readonly number[] | null) => (column: string) =>
  unitIds ? sql`AND ${sql.ref(column)} = ANY(${unitIds}::bigint[])` : sql``;

/** MAP-019: the few units of an account with theft mode, a lock, or a change that waits for them; of several the most severe. */
export const marks = (accountId: AccountId) => sql<{ unit_id: number; mark: UnitMark }>`
  SELECT DISTINCT ON (x.unit_id) x.unit_id, x.mark FROM (
    SELECT t.unit_id, 'theft' AS mark, 1 AS place FROM theft_mode t WHERE t.account_id = ${accountId} AND t.ended_at IS NULL
    UNION ALL SELECT l.id, 'locked', 2 FROM unit l WHERE l.account_id = ${accountId} AND l.locked_at IS NOT NULL
    UNION ALL SELECT m.unit_id, 'pending', 3 FROM unit_mode m WHERE m.account_id = ${accountId} AND m.active_from IS NULL AND m.given_up_at IS NULL
  ) x ORDER BY x.unit_id, x.place`;

/** For WITH: the tracker that sits in each unit now (`fitted`), and who drives it unless somebody else is known to (`driven`). */
const fittedAndDriven = (accountId: AccountId, unitIds: readonly number[] | null, now: Date) => sql`
  fitted AS MATERIALIZED (SELECT * FROM ${unitIds ? sql`unit_trackers(${unitIds}::bigint[])` : sql`account_trackers()`}),
  driven AS MATERIALIZED (
    SELECT DISTINCT ON (s.unit_id) s.unit_id, m.full_name
    FROM unit_setting s LEFT JOIN member m ON m.id = (s.settings ->> 'driverMemberId')::bigint
    WHERE s.account_id = ${accountId} ${amongUnits(unitIds)('s.unit_id')} AND s.valid_from <= ${now} ORDER BY s.unit_id, s.valid_from DESC
  )`;

export interface FleetRow extends Pick<
  LiveRow,
  | 'id'
  | 'imei'
  | 'name'
  | 'registration_number'
  | 'colour'
  | 'icon'
  | 'department'
  | 'project'
  | 'tags'
  | 'hides_speed'
  | 'driver'
> {
  readonly kind: LiveUnit['kind'];
  readonly marker_symbol: LiveUnit['marker_symbol'];
  readonly is_unreported: boolean;
}

/** What units are called and belong to, in order of id; the account must be set on `db`. */
export async function fleetUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[] | null,
  now: Date,
): Promise<FleetRow[]> {
  const { rows } = await sql<FleetRow>`
    WITH ${fittedAndDriven(accountId, unitIds, now)}
    SELECT u.id, t.imei, u.kind, u.name, u.registration_number, u.colour, u.marker_symbol, u.icon, u.department, u.project,
      nullif(u.tags, '{}') AS tags, u.hides_speed, d.full_name AS driver, l.unit_id IS NULL AS is_unreported
    FROM unit u LEFT JOIN unit_latest l ON l.unit_id = u.id LEFT JOIN fitted t ON t.unit_id = u.id LEFT JOIN driven d ON d.unit_id = u.id
    WHERE u.account_id = ${accountId} ${amongUnits(unitIds)('u.id')} AND u.retired_at IS NULL ORDER BY u.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    kind: oneOf(UNIT_KINDS, row.kind, 'vehicle'),
    marker_symbol: oneOf(MARKER_SYMBOLS, row.marker_symbol, 'dot'),
  }));
}

interface PlaceNow {
  readonly label: string;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly unitIds: readonly number[] | null;
}

/** Places in use, in the order in which they give a position its name (PLACE-009). */
async function placesNow(db: Kysely<Db>, accountId: AccountId): Promise<PlaceNow[]> {
  const { rows } = await sql<PlaceNow>`
    SELECT label, lat_e7 AS "latE7", lon_e7 AS "lonE7", radius_m AS "radiusM", to_jsonb(unit_ids) AS "unitIds" FROM place
    WHERE account_id = ${accountId} AND removed_at IS NULL AND is_active ORDER BY radius_m, position, id`.execute(db);
  return rows;
}

/** PLACE-012: the name of where a unit stands; on its way through a place it is not there. */
function placeOf({ id, state, lat_e7, lon_e7 }: LiveRow, places: readonly PlaceNow[]): { place?: string } {
  if (state === 'moving' || lat_e7 === null || lon_e7 === null) return {};
  const found = places.find(
    (place) => (place.unitIds === null || place.unitIds.includes(id)) && isInCircle(place, [lat_e7, lon_e7]),
  );
  return found ? { place: found.label } : {};
}

/** Milliseconds as a number: a `Date` per cell costs more than the query. */
const epochMs = (expression: RawBuilder<unknown>) => sql`floor(extract(epoch FROM ${expression}) * 1000)::float8`;

function toLiveUnit(row: LiveRow, nowMs: number): LiveUnit {
  const contact = row.contact_ms;
  const expectedBy = contact !== null && row.report_interval_s ? contactExpectedBy(contact, row.report_interval_s) : null;
  const isSilent = row.state === null || expectedBy === null;
  return {
    id: row.id,
    imei: row.imei,
    kind: oneOf(UNIT_KINDS, row.kind, 'vehicle'),
    name: row.name,
    registration_number: row.registration_number,
    colour: row.colour,
    marker_symbol: oneOf(MARKER_SYMBOLS, row.marker_symbol, 'dot'),
    icon: row.icon,
    vehicle_type: row.vehicle_type,
    fuel_type: row.fuel_type === null ? null : oneOf(FUEL_TYPES, row.fuel_type, 'other'),
    consumption_per_10km: row.consumption_per_10km,
    co2_g_per_km: row.co2_g_per_km,
    department: row.department,
    project: row.project,
    tags: row.tags ?? [],
    location_in_car: row.location_in_car,
    default_trip_type: row.default_trip_type as TripType,
    inspection_period_months: row.inspection_period_months,
    service_interval_km: row.service_interval_km,
    ...(row.hides_speed ? { hides_speed: true } : {}),
    driver: row.driver,
    state: markedState(isSilent ? 'no-contact' : shownState(row.state ?? 'parked', expectedBy ?? 0, nowMs), row.mark),
    state_since: iso(row.since_ms),
    ...(row.may_be_older ? { state_may_be_older: true } : {}),
    contact_expected_by: iso(expectedBy),
    last_contact: iso(contact),
    no_position_reason: noPositionReason({ kind: row.kind, hasContact: contact !== null, hasPosition: row.lat_e7 !== null }),
    address: row.address,
    address_is_approximate: row.address_is_approximate ?? true,
    position: positionOf(row),
  };
}

function positionOf(row: LiveRow): LiveUnit['position'] {
  if (row.time_ms === null || row.lat_e7 === null || row.lon_e7 === null) return null;
  return {
    ...row.named,
    ...(row.odometer_m === null ? {} : { odometer_m: row.odometer_m }),
    ...(row.hours_s === null ? {} : { operating_hours_s: row.hours_s }),
    time: new Date(row.time_ms).toISOString(),
    lat: row.lat_e7 / 1e7,
    lng: row.lon_e7 / 1e7,
    speed_kmh: row.hides_speed ? 0 : (row.speed_kmh ?? 0),
    heading_deg: row.heading_deg ?? 0,
    altitude_m: row.altitude_m ?? 0,
    satellites: row.satellites ?? 0,
  };
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

function oneOf<const T extends readonly string[]>(known: T, value: string, otherwise: T[number]): T[number] {
  return known.includes(value) ? value : otherwise;
}
