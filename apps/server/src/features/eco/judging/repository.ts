import { ECO_DEFAULTS, type EcoSettings } from '@spora/contract/eco/rules';
import { type Kysely, sql } from 'kysely';
import type { UnitKey } from '../../../core/engine/projections.ts';
import { offSpansOf } from '../../../core/fleet/unit-features.ts';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { classOf, readSettings, familyUnitOf } from '../rules.ts';
import { type DatedEco, type DatedJudging, type Noted, USUAL_JUDGING } from './rules.ts';

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;

/** What was said from an instant on; what it does not name stays as it was. */
interface Said {
  readonly unit_id: number;
  readonly kind: string;
  readonly vehicle_type: string | null;
  readonly from_ms: number | null;
  readonly settings: unknown;
  readonly has_speed_limit: boolean;
  readonly speed_limit: number | null;
  readonly family: string | null;
}

/** FEAT-001: what each unit's driving is judged by at all times. Only what drives on roads is judged. */
export async function datedEcoOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, DatedEco>> {
  const ids = int8Array(unitIds);
  const { rows } = await sql<Said>`
    WITH u AS (SELECT id, account_id, kind, vehicle_type FROM unit WHERE id = ANY (${ids}::bigint[])), said AS (
      SELECT u.id AS unit_id, e.valid_from, e.settings, false AS has_speed_limit, NULL::integer AS speed_limit, NULL::text AS family
      FROM u JOIN eco_setting e ON e.account_id = u.account_id
      UNION ALL
      SELECT s.unit_id, s.valid_from, NULL, true, (s.settings ->> 'speedLimitKmh')::integer, NULL
      FROM u JOIN unit_setting s ON s.unit_id = u.id WHERE s.settings ? 'speedLimitKmh'
      UNION ALL
      SELECT f.unit_id, greatest(lower(f.during), t.valid_from), NULL, false, NULL, t.family
      FROM u JOIN fitting f ON f.unit_id = u.id JOIN tracker_family t ON t.tracker_id = f.tracker_id
        AND (upper_inf(f.during) OR t.valid_from < upper(f.during))
    )
    SELECT u.id AS unit_id, u.kind, u.vehicle_type, greatest((extract(epoch FROM s.valid_from) * 1000)::float8, -8.64e15) AS from_ms, s.settings,
      s.has_speed_limit, s.speed_limit, s.family
    FROM u LEFT JOIN said s ON s.unit_id = u.id ORDER BY u.id, s.valid_from, s.family`.execute(db);
  const off = await offSpansOf(db, unitIds, 'eco');
  return new Map(
    [...Map.groupBy(rows, ({ unit_id }) => unit_id)].map(([unitId, said]) => [
      unitId,
      { judgings: judgingsBy(said), offSpans: isRoadVehicle(said[0]) ? (off.get(unitId) ?? []) : ALWAYS },
    ]),
  );
}

const ALWAYS = [{ fromMs: -Infinity, toMs: Infinity }];
/** A phone goes along in a vehicle. */
const isRoadVehicle = (said: Said | undefined): boolean => said?.kind === 'vehicle' || said?.kind === 'phone';

function judgingsBy(said: readonly Said[]): DatedJudging[] {
  const vehicleClass = classOf(said[0]?.vehicle_type ?? null);
  let settings: EcoSettings = ECO_DEFAULTS;
  let speedLimitKmh: number | null = null;
  let family: string | null = null;
  const judgingNow = () => ({
    thresholds: settings.thresholds[vehicleClass],
    idleAfterS: settings.idle_after_s,
    speedLimitKmh,
    valueUnit: familyUnitOf(settings, family),
  });
  const dated: DatedJudging[] = [{ fromMs: -Infinity, judging: { ...USUAL_JUDGING, ...judgingNow() } }];
  for (const row of said) {
    if (row.from_ms === null) continue;
    if (row.settings !== null) settings = readSettings(row.settings);
    if (row.has_speed_limit) speedLimitKmh = row.speed_limit;
    if (row.family !== null) family = row.family;
    dated.push({ fromMs: row.from_ms, judging: judgingNow() });
  }
  return dated;
}

/** What a stored event is known by. */
export interface StoredNoted {
  readonly kind: string;
  readonly atMs: number;
  readonly notedMs: number;
}

/** What records of a span showed of a unit. */
export async function notedWithin(db: Kysely<Db>, unitId: number, fromMs: number, toMs: number): Promise<StoredNoted[]> {
  const { rows } = await sql<{ kind: string; at_ms: number; noted_ms: number }>`
    SELECT kind, ${msOf('at')} AS at_ms, ${msOf('noted_at')} AS noted_ms FROM eco_event
    WHERE unit_id = ${unitId} AND noted_at >= to_timestamp(${fromMs}::float8 / 1000)
      AND (${toMs === Infinity} OR noted_at < to_timestamp(${toMs === Infinity ? 0 : toMs}::float8 / 1000))`.execute(db);
  return rows.map(({ kind, at_ms, noted_ms }) => ({ kind, atMs: at_ms, notedMs: noted_ms }));
}

/** The times of the records that events of a unit rest on, those after a time; null: all. */
export async function notedTimesFrom(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ at_ms: number }>`
    SELECT DISTINCT ${msOf('t.at')} AS at_ms FROM eco_event e, LATERAL (VALUES (CASE WHEN e.kind <> 'judged' THEN e.at END), (e.noted_at)) t (at)
    WHERE e.unit_id = ${unitId} AND t.at IS NOT NULL AND (${afterMs}::float8 IS NULL OR t.at > to_timestamp(${afterMs}::float8 / 1000))`.execute(
    db,
  );
  return rows.map(({ at_ms }) => at_ms);
}

export interface UnitNoted extends Noted {
  readonly unit: UnitKey;
}

export async function saveNoted(db: Kysely<Db>, rows: readonly UnitNoted[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO eco_event (unit_id, account_id, kind, at, noted_at, source, value, limit_value, duration_ms, lat_e7, lon_e7)
    SELECT * FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(rows.map(({ unit }) => unit.accountId))}::bigint[],
      ${rows.map(({ kind }) => kind)}::text[], ${timestamptzArray(rows.map(({ atMs }) => atMs))}::timestamptz[],
      ${timestamptzArray(rows.map(({ notedMs }) => notedMs))}::timestamptz[], ${rows.map(({ source }) => source)}::text[],
      ${rows.map(({ value }) => value)}::float4[], ${rows.map(({ limit }) => limit)}::float4[], ${rows.map(({ durationMs }) => durationMs)}::int4[],
      ${rows.map(({ latE7 }) => latE7)}::int4[], ${rows.map(({ lonE7 }) => lonE7)}::int4[])
    ON CONFLICT ON CONSTRAINT eco_event_pk DO UPDATE SET at = excluded.at, source = excluded.source, value = excluded.value,
      limit_value = excluded.limit_value, duration_ms = excluded.duration_ms, lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7`.execute(
    db,
  );
}

export async function removeNoted(db: Kysely<Db>, unitId: number, rows: readonly StoredNoted[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM eco_event e USING unnest(${rows.map(({ kind }) => kind)}::text[],
      ${timestamptzArray(rows.map(({ notedMs }) => notedMs))}::timestamptz[]) AS x (kind, noted_at)
    WHERE e.unit_id = ${unitId} AND e.kind = x.kind AND e.noted_at = x.noted_at`.execute(db);
}
