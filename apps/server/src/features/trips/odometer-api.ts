import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isUntoldTrip } from '../../core/fleet/private-use.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
  readonly now: () => Date;
}

/**
 * In SQL: the odometer (m) at the start of a trip by its unit's readings, null without any (decision 0015). Of a trip entered by hand it
 * is what was typed, where something was.
 */
export const startOdometerOf = (trip: 's' | 't'): RawBuilder<number | null> => {
  const of = (column: string) => sql.ref(`${trip}.${column}`);
  return sql`CASE WHEN ${of('is_manual')} AND ${of('start_odometer_m')} IS NOT NULL THEN ${of('start_odometer_m')}
    ELSE odometer_of(${of('unit_id')}, ${of('started_at')}, ${of('counter_m')}) END`;
};

/**
 * The odometers (m) of units at midnight of days of the account: what the last trip before came to, or what was read off after it, else
 * what the first one after began with; null where neither tells. A trip entered by hand tells where its own odometer is known. Attested trips say what they said when they were attested. By `keyOf` of
 * unit and day.
 */
export async function odometersAt(
  { db, actor, now }: Viewer,
  unitIds: readonly number[],
  days: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const told = sql`t.unit_id = u.id AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, now())}
    AND (NOT t.is_manual OR t.start_odometer_m IS NOT NULL OR t.attested_start_odometer_m IS NOT NULL
      OR EXISTS (SELECT FROM unit_reading r WHERE r.unit_id = u.id AND r.kind = 'odometer' AND r.removed_at IS NULL))`;
  const midnight = sql`d.day::timestamp AT TIME ZONE ${actor.timeZone}`;
  const { rows } = await sql<{ unit_id: number; day: string; metres: number | null }>`
    SELECT u.id AS unit_id, d.day::text, coalesce(
      (SELECT metres FROM (
        (SELECT coalesce(t.attested_stop_odometer_m, ${startOdometerOf('t')} + t.distance_m, t.stop_odometer_m)
          AS metres, t.ended_at AS at
          FROM trip t WHERE ${told} AND t.started_at < ${midnight} ORDER BY t.started_at DESC LIMIT 1)
        UNION ALL
        (SELECT r.value, r.taken_at FROM unit_reading r
          WHERE r.unit_id = u.id AND r.kind = 'odometer' AND r.removed_at IS NULL AND r.taken_at < ${midnight}
          ORDER BY r.taken_at DESC, r.id DESC LIMIT 1)) known WHERE metres IS NOT NULL ORDER BY at DESC LIMIT 1),
      (SELECT coalesce(t.attested_start_odometer_m, ${startOdometerOf('t')}, t.start_odometer_m)
        FROM trip t WHERE ${told} AND t.started_at >= ${midnight} ORDER BY t.started_at LIMIT 1))::float8 AS metres
    FROM unit u CROSS JOIN unnest(${[...new Set(days)]}::date[]) AS d (day)
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${unitIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [keyOf(row.unit_id, row.day), row.metres]));
}

export const keyOf = (unitId: number, day: string): string => `${unitId} ${day}`;
