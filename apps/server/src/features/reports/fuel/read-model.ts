import { sql } from 'kysely';
import type { Viewer } from '../../../core/fleet/visible-units.ts';
import type { Counted } from './rules.ts';

/**
 * REP-012: what counters of fuel told of units in each month of a period (days `yyyy-MM-dd`, both included; UTC days), and how far they
 * were driven on those days. Days on which a unit was driven privately are left out, whoever asks: nothing of how somebody drives
 * privately is in what others are told (TRIP-032).
 */
export async function countedWithin(
  { db, actor }: Viewer,
  { from, to, unitIds }: { readonly from: string; readonly to: string; readonly unitIds: readonly number[] },
): Promise<Counted[]> {
  const { rows } = await sql<{ unit_id: number; month: string; used_ml: number; distance_m: number }>`
    WITH counted AS (
      SELECT f.unit_id, f.day, f.used_ml FROM unit_fuel_day f
      WHERE f.account_id = ${actor.accountId} AND f.unit_id = ANY (${unitIds}::bigint[]) AND f.day BETWEEN ${from}::date AND ${to}::date
    ), driven AS (
      SELECT t.unit_id, d.day, sum(CASE WHEN d.part = 1 THEN t.distance_m ELSE 0 END) AS distance_m, bool_or(t.type = 'private') AS is_private
      FROM trip t, LATERAL (VALUES (1, (t.started_at AT TIME ZONE 'UTC')::date), (2, (t.ended_at AT TIME ZONE 'UTC')::date)) AS d (part, day)
      WHERE t.account_id = ${actor.accountId} AND t.unit_id IN (SELECT unit_id FROM counted)
        AND t.started_at >= (${from}::date - 7)::timestamp AT TIME ZONE 'UTC' AND t.started_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
      GROUP BY 1, 2
    )
    SELECT c.unit_id, to_char(c.day, 'YYYY-MM') AS month, sum(c.used_ml)::float8 AS used_ml, sum(d.distance_m)::float8 AS distance_m
    FROM counted c JOIN driven d ON d.unit_id = c.unit_id AND d.day = c.day AND NOT d.is_private
    GROUP BY 1, 2`.execute(db);
  return rows.map((row) => ({ unitId: row.unit_id, month: row.month, litres: row.used_ml / 1000, distanceM: row.distance_m }));
}
