import { type Kysely, sql } from 'kysely';
import type { UnitKey } from '../../core/engine/projections.ts';
import { offSpansOf } from '../../core/fleet/unit-features.ts';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { type DatedPairing, type DatedTag, type Reading, readSettings, type SensorDay, type UnitSensors } from './rules.ts';
import { isErasedDay } from '../trips/erased-days-api.ts';

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;

interface PairingRow {
  readonly unit_id: number;
  readonly sensor_id: number;
  readonly slot: number;
  readonly from_ms: number;
  readonly to_ms: number | null;
}

/** The sensors of units at all times, with their limits; those that never had one are left out. */
export async function datedSensorsOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<ReadonlyMap<number, UnitSensors>> {
  const { rows } = await sql<PairingRow>`
    SELECT unit_id, sensor_id, slot, ${msOf('paired_at')} AS from_ms, ${msOf('ended_at')} AS to_ms FROM sensor_pairing
    WHERE unit_id = ANY (${int8Array(unitIds)}::bigint[]) AND paired_at IS NOT NULL ORDER BY unit_id, paired_at, id`.execute(db);
  const tags = await tagsOfUnits(db, unitIds);
  if (rows.length === 0 && tags.size === 0) return new Map();
  const sensorIds = [...new Set(rows.map((row) => row.sensor_id))];
  const { rows: settings } = await sql<{ sensor_id: number; from_ms: number; settings: unknown }>`
    SELECT sensor_id, ${msOf('valid_from')} AS from_ms, settings FROM sensor_setting
    WHERE sensor_id = ANY (${int8Array(sensorIds)}::bigint[]) ORDER BY sensor_id, valid_from`.execute(db);
  const bySensor = Map.groupBy(settings, (row) => row.sensor_id);
  const byUnit = Map.groupBy(rows, (row) => row.unit_id);
  const known = [...new Set([...byUnit.keys(), ...tags.keys()])];
  const off = await offSpansOf(db, known, 'sensors');
  return new Map(
    known.map((unitId) => [
      unitId,
      {
        off: off.get(unitId) ?? [],
        tags: tags.get(unitId) ?? [],
        pairings: (byUnit.get(unitId) ?? []).map((row): DatedPairing => ({
          sensorId: row.sensor_id,
          slot: row.slot - 1,
          fromMs: row.from_ms,
          toMs: row.to_ms ?? Infinity,
          settings: (bySensor.get(row.sensor_id) ?? []).map((of) => ({
            fromMs: of.from_ms,
            settings: readSettings(of.settings),
          })),
        })),
      },
    ]),
  );
}

/** BLE-019: the tags of the accounts of units, removed ones too; the units of an account share one list. */
async function tagsOfUnits(db: Kysely<Db>, unitIds: readonly number[]): Promise<ReadonlyMap<number, readonly DatedTag[]>> {
  const { rows } = await sql<{ account_id: number; id: number; mac: string; from_ms: number; to_ms: number | null }>`
    SELECT account_id, id, mac, ${msOf('created_at')} AS from_ms, ${msOf('removed_at')} AS to_ms FROM sensor
    WHERE kind = 'tag' AND account_id IN (SELECT account_id FROM unit WHERE id = ANY (${int8Array(unitIds)}::bigint[])) ORDER BY id`.execute(
    db,
  );
  if (rows.length === 0) return new Map();
  const byAccount = Map.groupBy(rows, (row) => row.account_id);
  const tags = new Map(
    [...byAccount].map(([accountId, own]) => [
      accountId,
      own.map((row): DatedTag => ({ sensorId: row.id, mac: row.mac, fromMs: row.from_ms, toMs: row.to_ms ?? Infinity })),
    ]),
  );
  const { rows: units } = await sql<{ id: number; account_id: number }>`
    SELECT id, account_id FROM unit WHERE id = ANY (${int8Array(unitIds)}::bigint[])`.execute(db);
  return new Map(
    units.flatMap(({ id, account_id }) => {
      const own = tags.get(account_id);
      return own ? [[id, own] as const] : [];
    }),
  );
}

/** The times of the records that readings of a unit rest on, those after a time; null: all. */
export async function readingTimesFrom(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ at_ms: number }>`
    SELECT DISTINCT ${msOf('at')} AS at_ms FROM sensor_reading
    WHERE unit_id = ${unitId} AND (${afterMs}::float8 IS NULL OR at > to_timestamp(${afterMs}::float8 / 1000))`.execute(db);
  return rows.map(({ at_ms }) => at_ms);
}

export async function dropReadings(
  db: Kysely<Db>,
  unitId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  except: readonly number[],
): Promise<void> {
  const to = Number.isFinite(toMs) ? sql`AND at < to_timestamp(${toMs}::float8 / 1000)` : sql``;
  const from = Number.isFinite(fromMs) ? sql`AND at >= to_timestamp(${fromMs}::float8 / 1000)` : sql``;
  await sql`DELETE FROM sensor_reading WHERE unit_id = ${unitId} ${from} ${to}
    AND at <> ALL (${timestamptzArray([...except])}::timestamptz[])`.execute(db);
}

export interface UnitReading {
  readonly unit: UnitKey;
  readonly reading: Reading;
}

export async function saveReadings(db: Kysely<Db>, rows: readonly UnitReading[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <T>(pick: (reading: Reading) => T): T[] => rows.map(({ reading }) => pick(reading));
  await sql`
    INSERT INTO sensor_reading AS r (unit_id, account_id, sensor_id, at, temperature_c, humidity_pct, magnet, battery_pct, battery_v, battery_low)
    SELECT * FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(rows.map(({ unit }) => unit.accountId))}::bigint[],
      ${int8Array(of(({ sensorId }) => sensorId))}::bigint[], ${timestamptzArray(of(({ atMs }) => atMs))}::timestamptz[],
      ${of(({ temperatureC }) => temperatureC)}::real[], ${of(({ humidityPct }) => humidityPct)}::real[],
      ${of(({ magnet }) => magnet)}::boolean[], ${of(({ batteryPct }) => batteryPct)}::real[],
      ${of(({ batteryV }) => batteryV)}::real[], ${of(({ batteryLow }) => batteryLow)}::boolean[])
    ON CONFLICT ON CONSTRAINT sensor_reading_pk DO UPDATE SET temperature_c = excluded.temperature_c, humidity_pct = excluded.humidity_pct,
      magnet = excluded.magnet, battery_pct = excluded.battery_pct, battery_v = excluded.battery_v, battery_low = excluded.battery_low`.execute(
    db,
  );
}

export interface UnitSensorDay {
  readonly unit: UnitKey;
  readonly day: SensorDay;
}

/** Writes figures of days in place of what stands there; of one day the last counts. What was counted of records that are gone stands. */
export async function saveDays(db: Kysely<Db>, rows: readonly UnitSensorDay[]): Promise<void> {
  const last = [...new Map(rows.map((row) => [`${row.unit.unitId} ${row.day.sensorId} ${row.day.day}`, row])).values()];
  if (last.length === 0) return;
  const of = <T>(pick: (day: SensorDay) => T): T[] => last.map(({ day }) => pick(day));
  await sql`
    INSERT INTO sensor_day AS d (unit_id, account_id, sensor_id, day, temperature_n, temperature_sum, temperature_min, temperature_max,
      temperature_held_s, temperature_held_sum, humidity_n, humidity_sum, humidity_min, humidity_max, humidity_held_s, humidity_held_sum)
    SELECT unit_id, account_id, sensor_id, '1970-01-01'::date + day, tn, ts, tmin, tmax, ths, thsum, hn, hs, hmin, hmax, hhs, hhsum
    FROM unnest(${int8Array(last.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(last.map(({ unit }) => unit.accountId))}::bigint[],
      ${int8Array(of(({ sensorId }) => sensorId))}::bigint[], ${of(({ day }) => day)}::integer[],
      ${of(({ temperature }) => temperature.n)}::integer[], ${of(({ temperature }) => temperature.sum)}::float8[],
      ${of(({ temperature }) => temperature.min)}::real[], ${of(({ temperature }) => temperature.max)}::real[],
      ${of(({ temperature }) => temperature.heldS)}::float8[], ${of(({ temperature }) => temperature.heldSum)}::float8[],
      ${of(({ humidity }) => humidity.n)}::integer[], ${of(({ humidity }) => humidity.sum)}::float8[],
      ${of(({ humidity }) => humidity.min)}::real[], ${of(({ humidity }) => humidity.max)}::real[],
      ${of(({ humidity }) => humidity.heldS)}::float8[], ${of(({ humidity }) => humidity.heldSum)}::float8[])
      AS x (unit_id, account_id, sensor_id, day, tn, ts, tmin, tmax, ths, thsum, hn, hs, hmin, hmax, hhs, hhsum)
    ORDER BY unit_id, sensor_id, day
    ON CONFLICT ON CONSTRAINT sensor_day_pk DO UPDATE SET temperature_n = excluded.temperature_n, temperature_sum = excluded.temperature_sum,
      temperature_min = excluded.temperature_min, temperature_max = excluded.temperature_max, humidity_n = excluded.humidity_n,
      humidity_sum = excluded.humidity_sum, humidity_min = excluded.humidity_min, humidity_max = excluded.humidity_max,
      temperature_held_s = excluded.temperature_held_s, temperature_held_sum = excluded.temperature_held_sum,
      humidity_held_s = excluded.humidity_held_s, humidity_held_sum = excluded.humidity_held_sum
    WHERE (d.temperature_n, d.temperature_sum, d.temperature_held_s, d.temperature_held_sum, d.humidity_n, d.humidity_sum, d.humidity_held_s,
        d.humidity_held_sum) IS DISTINCT FROM
      (excluded.temperature_n, excluded.temperature_sum, excluded.temperature_held_s, excluded.temperature_held_sum, excluded.humidity_n,
        excluded.humidity_sum, excluded.humidity_held_s, excluded.humidity_held_sum) AND NOT ${isErasedDay}`.execute(db);
}

export async function dropDays(db: Kysely<Db>, unitId: number, since: Date): Promise<void> {
  await sql`DELETE FROM sensor_day d WHERE d.unit_id = ${unitId} AND d.day >= (${since}::timestamptz AT TIME ZONE 'UTC')::date
    AND NOT ${isErasedDay}`.execute(db);
}

/** What sensors are called, removed ones too. */
export async function namesOf(db: Kysely<Db>, sensorIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM sensor WHERE id = ANY (${int8Array([...new Set(sensorIds)])}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
