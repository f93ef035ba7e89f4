import { type Kysely, sql } from 'kysely';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { UnitCondition } from './rules.ts';

/** What a condition of a unit is known by. */
export interface ConditionKey {
  readonly kind: string;
  readonly subject: string;
  readonly beganMs: number;
}
export interface StoredCondition extends ConditionKey {
  readonly endedMs: number | null;
  readonly value: number | null;
}

const msOf = (column: string) => sql<number>`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** The stored conditions of a unit that began in a span. */
export async function conditionsFrom(db: Kysely<Db>, unitId: number, fromMs: number, toMs: number): Promise<StoredCondition[]> {
  const { rows } = await sql<{ kind: string; subject: string; began_ms: number; ended_ms: number | null; value: number | null }>`
    SELECT kind, subject, ${msOf('began_at')} AS began_ms, ${msOf('ended_at')} AS ended_ms, value FROM unit_condition
    WHERE unit_id = ${unitId} AND began_at >= to_timestamp(${fromMs}::float8 / 1000) AND began_at < to_timestamp(${toMs}::float8 / 1000)`.execute(
    db,
  );
  return rows.map(({ kind, subject, began_ms, ended_ms, value }) => ({
    kind,
    subject,
    beganMs: began_ms,
    endedMs: ended_ms,
    value,
  }));
}

/** The times of the records that conditions of a unit rest on, those after a time; null: all. */
export async function conditionTimesFrom(db: Kysely<Db>, unitId: number, afterMs: number | null): Promise<number[]> {
  const { rows } = await sql<{ at_ms: number }>`
    SELECT ${msOf('t.at')} AS at_ms FROM unit_condition c, LATERAL (VALUES (c.began_at), (c.ended_at)) t (at)
    WHERE c.unit_id = ${unitId} AND t.at IS NOT NULL AND (${afterMs}::float8 IS NULL OR t.at > to_timestamp(${afterMs}::float8 / 1000))`.execute(
    db,
  );
  return [...new Set(rows.map(({ at_ms }) => at_ms))];
}

/** Writes conditions as they are known now. */
export async function saveConditions(db: Kysely<Db>, rows: readonly UnitCondition[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO unit_condition (unit_id, account_id, kind, subject, began_at, ended_at, lat_e7, lon_e7, value, limit_value)
    SELECT * FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${int8Array(rows.map(({ unit }) => unit.accountId))}::bigint[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ subject }) => subject)}::text[],
      ${timestamptzArray(rows.map(({ beganMs }) => beganMs))}::timestamptz[], ${rows.map(({ endedMs }) => timeOf(endedMs))}::timestamptz[],
      ${rows.map(({ latE7 }) => latE7)}::int4[], ${rows.map(({ lonE7 }) => lonE7)}::int4[],
      ${rows.map(({ value }) => value)}::float8[], ${rows.map(({ limit }) => limit)}::float8[])
    ON CONFLICT ON CONSTRAINT unit_condition_pk DO UPDATE SET ended_at = excluded.ended_at, lat_e7 = excluded.lat_e7,
      lon_e7 = excluded.lon_e7, value = excluded.value, limit_value = excluded.limit_value`.execute(db);
}

/** Writes when conditions that were known before came to their end, and the most extreme that was measured. */
export async function endConditions(db: Kysely<Db>, rows: readonly UnitCondition[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE unit_condition c SET ended_at = x.ended_at, value = x.value
    FROM unnest(${int8Array(rows.map(({ unit }) => unit.unitId))}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ subject }) => subject)}::text[], ${timestamptzArray(rows.map(({ beganMs }) => beganMs))}::timestamptz[],
      ${rows.map(({ endedMs }) => timeOf(endedMs))}::timestamptz[], ${rows.map(({ value }) => value)}::float8[])
      AS x (unit_id, kind, subject, began_at, ended_at, value)
    WHERE c.unit_id = x.unit_id AND c.kind = x.kind AND c.subject = x.subject AND c.began_at = x.began_at`.execute(db);
}

/** Conditions that had come to an end last on after all, but for those whose end rests on records that are gone. */
export async function openAgain(
  db: Kysely<Db>,
  unitId: number,
  keys: readonly ConditionKey[],
  gone: ReadonlySet<number>,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    UPDATE unit_condition c SET ended_at = NULL
    FROM unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[],
      ${timestamptzArray(keys.map(({ beganMs }) => beganMs))}::timestamptz[]) AS x (kind, subject, began_at)
    WHERE c.unit_id = ${unitId} AND c.kind = x.kind AND c.subject = x.subject AND c.began_at = x.began_at
      AND c.ended_at IS NOT NULL AND c.ended_at <> ALL (${timestamptzArray([...gone])}::timestamptz[])`.execute(db);
}

export async function removeConditions(db: Kysely<Db>, unitId: number, keys: readonly ConditionKey[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    DELETE FROM unit_condition c
    USING unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ subject }) => subject)}::text[],
      ${timestamptzArray(keys.map(({ beganMs }) => beganMs))}::timestamptz[]) AS x (kind, subject, began_at)
    WHERE c.unit_id = ${unitId} AND c.kind = x.kind AND c.subject = x.subject AND c.began_at = x.began_at`.execute(db);
}
