import type { ZoneAlarm, ZoneDirection } from '@spora/contract/zones/rules';
import { type Kysely, sql } from 'kysely';
import type { UnitKey } from '../../../core/engine/projections.ts';
import { offSpansOf } from '../../../core/fleet/unit-features.ts';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { readInactive } from '../rules.ts';
import { type Crossing, DatedZones } from './rules.ts';

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;

interface WatchRow {
  readonly unit_id: number;
  readonly zone_id: number;
  readonly from_ms: number;
  readonly to_ms: number | null;
  readonly lat_e7: number;
  readonly lon_e7: number;
  readonly radius_m: number;
  readonly alarm: ZoneAlarm;
  readonly inactive: unknown;
}

/** The zones of units at all times; those that never had one are left out. */
export async function datedZonesOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, DatedZones>> {
  const { rows } = await sql<WatchRow>`
    SELECT unit_id, zone_id, ${msOf('valid_from')} AS from_ms, ${msOf('valid_to')} AS to_ms, lat_e7, lon_e7, radius_m, alarm, inactive
    FROM zone_watch WHERE unit_id = ANY (${int8Array(unitIds)}::bigint[]) ORDER BY unit_id, zone_id, valid_from`.execute(db);
  if (rows.length === 0) return new Map();
  const byUnit = Map.groupBy(rows, ({ unit_id }) => unit_id);
  const off = await offSpansOf(db, [...byUnit.keys()], 'zones');
  return new Map(
    [...byUnit].map(([unitId, own]) => {
      const versions = own.map((row) => ({
        zoneId: row.zone_id,
        fromMs: row.from_ms,
        toMs: row.to_ms ?? Infinity,
        latE7: row.lat_e7,
        lonE7: row.lon_e7,
        radiusM: row.radius_m,
        alarm: row.alarm,
        inactive: readInactive(row.inactive),
      }));
      return [unitId, new DatedZones(versions, off.get(unitId))];
    }),
  );
}

export interface StoredCrossing {
  readonly zoneId: number;
  readonly direction: ZoneDirection;
  readonly atMs: number;
}

/** The crossings of a unit from a time on, in order of time. */
export async function crossingsFrom(db: Kysely<Db>, unitId: number, fromMs: number): Promise<StoredCrossing[]> {
  const { rows } = await sql<{ zone_id: number; direction: ZoneDirection; at_ms: number }>`
    SELECT zone_id, direction, ${msOf('at')} AS at_ms FROM zone_crossing
    WHERE unit_id = ${unitId} AND at >= to_timestamp(${fromMs}::float8 / 1000) ORDER BY at`.execute(db);
  return rows.map(({ zone_id, direction, at_ms }) => ({ zoneId: zone_id, direction, atMs: at_ms }));
}

/** The times of the records that crossings of a unit rest on, those after a time; null: all. */
export async function crossingTimesFrom(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ at_ms: number }>`
    SELECT DISTINCT ${msOf('at')} AS at_ms FROM zone_crossing
    WHERE unit_id = ${unitId} AND (${afterMs}::float8 IS NULL OR at > to_timestamp(${afterMs}::float8 / 1000))`.execute(db);
  return rows.map(({ at_ms }) => at_ms);
}

export interface UnitCrossing extends Crossing {
  readonly unit: UnitKey;
}

export async function saveCrossings(db: Kysely<Db>, rows: readonly UnitCrossing[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO zone_crossing (unit_id, account_id, zone_id, at, direction, lat_e7, lon_e7, is_return)
    SELECT * FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(rows.map(({ unit }) => unit.accountId))}::bigint[],
      ${int8Array(rows.map(({ zoneId }) => zoneId))}::bigint[], ${timestamptzArray(rows.map(({ at }) => at.timeMs))}::timestamptz[],
      ${rows.map(({ direction }) => direction)}::text[], ${rows.map(({ at }) => at.latE7)}::int4[], ${rows.map(({ at }) => at.lonE7)}::int4[],
      ${rows.map(({ isReturn }) => isReturn)}::boolean[])
    ON CONFLICT ON CONSTRAINT zone_crossing_pk DO UPDATE SET direction = excluded.direction, lat_e7 = excluded.lat_e7,
      lon_e7 = excluded.lon_e7, is_return = excluded.is_return`.execute(db);
}

export async function removeCrossings(db: Kysely<Db>, unitId: number, rows: readonly StoredCrossing[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM zone_crossing c USING unnest(${int8Array(rows.map(({ zoneId }) => zoneId))}::bigint[],
      ${timestamptzArray(rows.map(({ atMs }) => atMs))}::timestamptz[]) AS x (zone_id, at)
    WHERE c.unit_id = ${unitId} AND c.zone_id = x.zone_id AND c.at = x.at`.execute(db);
}

/** What zones are called, and whether a unit was armed in them, those that were removed too. */
export async function namesOf(
  db: Kysely<Db>,
  zoneIds: readonly number[],
): Promise<Map<number, { name: string; isArmed: boolean }>> {
  const { rows } = await sql<{ id: number; name: string; is_armed: boolean }>`
    SELECT id, name, armed_unit_id IS NOT NULL AS is_armed FROM zone WHERE id = ANY (${int8Array([...new Set(zoneIds)])}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, name, is_armed: isArmed }) => [id, { name, isArmed }]));
}
