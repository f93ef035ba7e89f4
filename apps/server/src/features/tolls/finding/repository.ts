import type { FoundPassage } from '@spora/tolls/finder';
import { type Kysely, sql } from 'kysely';
import type { UnitKey } from '../../../core/engine/projections.ts';
import type { Span } from '../../../core/log/spans.ts';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** A passage as it is stored. */
export interface UnitPassage extends FoundPassage {
  readonly unit: UnitKey;
  /** The time of the record that settled it. */
  readonly foundMs: number;
}
export type StoredPassage = Pick<UnitPassage, 'stationId' | 'timeMs' | 'foundMs'>;

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
const atMs = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000)`;

/** The passages of a unit that records of a span settled. */
export async function passagesFoundIn(db: Kysely<Db>, unitId: number, { fromMs, toMs }: Span): Promise<StoredPassage[]> {
  const { rows } = await sql<{ station_id: string; at_ms: number; found_ms: number }>`
    SELECT station_id, ${msOf('at')} AS at_ms, ${msOf('found_at')} AS found_ms FROM toll_passage
    WHERE unit_id = ${unitId} AND found_at >= ${atMs(Math.max(fromMs, -8.64e15))} AND found_at < ${atMs(Math.min(toMs, 8.64e15))}`.execute(
    db,
  );
  return rows.map(({ station_id, at_ms, found_ms }) => ({ stationId: station_id, timeMs: at_ms, foundMs: found_ms }));
}

/** The times of the records that settled passages of a unit, those after a time; null: all. */
export async function foundTimesFrom(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ found_ms: number }>`
    SELECT DISTINCT ${msOf('found_at')} AS found_ms FROM toll_passage
    WHERE unit_id = ${unitId} AND (${afterMs}::float8 IS NULL OR found_at > ${atMs(afterMs ?? 0)})`.execute(db);
  return rows.map(({ found_ms }) => found_ms);
}

export async function savePassages(db: Kysely<Db>, rows: readonly UnitPassage[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO toll_passage (unit_id, account_id, station_id, point_id, at, found_at, lat_e7, lon_e7, is_uncertain)
    SELECT * FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(rows.map(({ unit }) => unit.accountId))}::bigint[],
      ${rows.map(({ stationId }) => stationId)}::text[], ${rows.map(({ pointId }) => pointId)}::text[],
      ${timestamptzArray(rows.map(({ timeMs }) => timeMs))}::timestamptz[], ${timestamptzArray(rows.map(({ foundMs }) => foundMs))}::timestamptz[],
      ${rows.map(({ latE7 }) => latE7)}::int4[], ${rows.map(({ lonE7 }) => lonE7)}::int4[],
      ${rows.map(({ isUncertain }) => isUncertain)}::boolean[])
    ON CONFLICT ON CONSTRAINT toll_passage_pk DO UPDATE SET point_id = excluded.point_id, found_at = excluded.found_at,
      lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7, is_uncertain = excluded.is_uncertain`.execute(db);
}

export async function removePassages(db: Kysely<Db>, unitId: number, rows: readonly StoredPassage[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    DELETE FROM toll_passage p USING unnest(${rows.map(({ stationId }) => stationId)}::text[],
      ${timestamptzArray(rows.map(({ timeMs }) => timeMs))}::timestamptz[]) AS x (station_id, at)
    WHERE p.unit_id = ${unitId} AND p.station_id = x.station_id AND p.at = x.at`.execute(db);
}
