import { type Kysely, sql } from 'kysely';
import { int8Array, timestamptzArray } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** What a sensor told, as far as its alarm is found by it. */
interface Told {
  readonly sensorId: number;
  readonly kind: string;
  readonly sinceMs: number;
  readonly atMs: number;
  readonly value: number | null;
  readonly limit: number | null;
}

/** Those of which there is an alarm already: of the same sensor and kind, at a time that they share. */
export async function standingAmong<T extends Told>(db: Kysely<Db>, conditions: readonly T[]): Promise<ReadonlySet<T>> {
  const { rows } = await sql<{ n: number }>`
    SELECT x.n::int FROM unnest(${int8Array(conditions.map(({ sensorId }) => sensorId))}::bigint[], ${conditions.map(({ kind }) => kind)}::text[],
      ${timestamptzArray(conditions.map(({ sinceMs }) => sinceMs))}::timestamptz[],
      ${timestamptzArray(conditions.map(({ atMs }) => atMs))}::timestamptz[]) WITH ORDINALITY AS x (sensor_id, kind, since, at, n)
    WHERE EXISTS (SELECT FROM alarm a WHERE a.kind = x.kind AND (a.details ->> 'sensor_id')::bigint = x.sensor_id AND a.at <= x.at
      AND coalesce(a.ended_at, 'infinity') >= x.since)`.execute(db);
  const among = new Set(rows.map(({ n }) => n - 1));
  return new Set(conditions.filter((_, i) => among.has(i)));
}

/** What lasted until then is over, whatever the sensor is called by now; each alarm has the first ending after it. Answers the alarms. */
export async function endOfSensors(db: Kysely<Db>, endings: readonly Told[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH ending AS (SELECT * FROM unnest(${int8Array(endings.map(({ sensorId }) => sensorId))}::bigint[],
      ${endings.map(({ kind }) => kind)}::text[], ${timestamptzArray(endings.map(({ atMs }) => atMs))}::timestamptz[],
      ${endings.map(({ value }) => value)}::float8[]) AS x (sensor_id, kind, at, value)),
    over AS (SELECT DISTINCT ON (a.id) a.id, x.at, x.value FROM alarm a
      JOIN ending x ON (a.details ->> 'sensor_id')::bigint = x.sensor_id AND a.kind = x.kind AND a.at <= x.at
      WHERE a.details ? 'sensor_id' AND a.ended_at IS NULL ORDER BY a.id, x.at)
    UPDATE alarm a SET ended_at = over.at, details = a.details || jsonb_build_object('value', over.value) FROM over
    WHERE a.id = over.id AND a.ended_at IS NULL RETURNING a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sensors that were lost and have been heard since, or are paired no more, are lost no more. Answers the alarms. */
export async function endLost(db: Kysely<Db>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE alarm a SET ended_at = x.at FROM (
      SELECT l.id, coalesce((SELECT min(r.at) FROM sensor_reading r WHERE r.sensor_id = (l.details ->> 'sensor_id')::bigint AND r.at > l.at),
        (SELECT max(p.ended_at) FROM sensor_pairing p WHERE p.sensor_id = (l.details ->> 'sensor_id')::bigint AND p.ended_at > l.at)) AS at
      FROM alarm l WHERE l.details ? 'sensor_id' AND l.kind = 'sensor-lost' AND l.ended_at IS NULL) x
    WHERE a.id = x.id AND x.at IS NOT NULL RETURNING a.id`.execute(db);
  return rows.map(({ id }) => id);
}
