import { sql, type Kysely } from 'kysely';
import type { LiveUnit } from '@spora/contract/tracking';
import { FUEL_TYPES, MARKER_SYMBOLS, UNIT_KINDS, type TripType } from '@spora/contract/units';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.generated.ts';
import { contactExpectedBy, noPositionReason, shownState, type StoredState } from './rules.ts';

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
  tags: string[];
  location_in_car: string | null;
  default_trip_type: string;
  inspection_period_months: number | null;
  service_interval_km: number | null;
  features: string[];
  driver: string | null;
  tracker_contact_at: Date | null;
  last_contact_at: Date | null;
  time: Date | null;
  lat_e7: number | null;
  lon_e7: number | null;
  speed_kmh: number | null;
  heading_deg: number | null;
  altitude_m: number | null;
  satellites: number | null;
  state: StoredState | null;
  state_since: Date | null;
  report_interval_s: number | null;
  named: NonNullable<LiveUnit['position']>;
  address: string | null;
  address_is_approximate: boolean | null;
}

/**
 * Everything the map shows of units, in one query. `unitIds` narrows to those; the account must be set on `db`.
 * `changedSince` leaves out units whose latest row is older.
 */
export async function liveUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  unitIds: readonly number[],
  now: Date,
  changedSince?: Date,
): Promise<LiveUnit[]> {
  const { rows } = await sql<LiveRow>`
    SELECT u.id, t.imei, u.kind, u.name, u.registration_number, u.colour, u.marker_symbol, u.icon, u.vehicle_type, u.fuel_type,
      u.consumption_per_10km::float8, u.co2_g_per_km::float8, u.department, u.project, u.tags, u.location_in_car, u.default_trip_type,
      u.inspection_period_months, u.service_interval_km, u.features, d.full_name AS driver, t.last_contact_at AS tracker_contact_at,
      l.last_contact_at, l.time, l.lat_e7, l.lon_e7, l.speed_kmh, l.heading_deg, l.altitude_m, l.satellites, l.state, l.state_since,
      l.report_interval_s, l.named, nullif(l.address, '') AS address, l.address_is_approximate
    FROM unit u
    LEFT JOIN unit_latest l ON l.unit_id = u.id
    LEFT JOIN account_trackers() t ON t.unit_id = u.id
    LEFT JOIN LATERAL (
      SELECT m.full_name FROM unit_setting s JOIN member m ON m.id = (s.settings ->> 'driverMemberId')::bigint
      WHERE s.unit_id = u.id AND s.valid_from <= ${now} ORDER BY s.valid_from DESC LIMIT 1
    ) d ON true
    WHERE u.account_id = ${accountId} AND u.id = ANY(${unitIds}::bigint[]) AND u.retired_at IS NULL
      AND (${changedSince ?? null}::timestamptz IS NULL OR l.changed_at >= ${changedSince ?? null}::timestamptz)
    ORDER BY u.id`.execute(db);
  return rows.map((row) => toLiveUnit(row, now));
}

function toLiveUnit(row: LiveRow, now: Date): LiveUnit {
  const contact = latestOf(row.last_contact_at, row.tracker_contact_at);
  const expectedBy = contact && row.report_interval_s ? contactExpectedBy(contact.getTime(), row.report_interval_s) : null;
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
    tags: row.tags,
    location_in_car: row.location_in_car,
    default_trip_type: row.default_trip_type as TripType,
    inspection_period_months: row.inspection_period_months,
    service_interval_km: row.service_interval_km,
    features: row.features,
    driver: row.driver,
    state: isSilent ? 'no-contact' : shownState(row.state ?? 'parked', expectedBy ?? 0, now.getTime()),
    state_since: iso(row.state_since),
    contact_expected_by: expectedBy === null ? null : new Date(expectedBy).toISOString(),
    last_contact: iso(contact),
    no_position_reason: noPositionReason({ kind: row.kind, hasContact: contact !== null, hasPosition: row.lat_e7 !== null }),
    address: row.address,
    address_is_approximate: row.address_is_approximate ?? true,
    position: positionOf(row),
  };
}

function positionOf(row: LiveRow): LiveUnit['position'] {
  if (row.time === null || row.lat_e7 === null || row.lon_e7 === null) return null;
  return {
    ...row.named,
    time: row.time.toISOString(),
    lat: row.lat_e7 / 1e7,
    lng: row.lon_e7 / 1e7,
    speed_kmh: row.speed_kmh ?? 0,
    heading_deg: row.heading_deg ?? 0,
    altitude_m: row.altitude_m ?? 0,
    satellites: row.satellites ?? 0,
  };
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
const latestOf = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));

function oneOf<const T extends readonly string[]>(known: T, value: string, otherwise: T[number]): T[number] {
  return known.includes(value) ? value : otherwise;
}
