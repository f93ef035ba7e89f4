import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import { type Kysely, sql } from 'kysely';
import { isWithheldAt, type Viewer } from '../../core/fleet/private-use.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/**
 * CONST-060, SEC-015: where something happened goes with the unit's positions; of a private trip whose positions are gone everything goes.
 * Events are kept as long as the log is shown; what they came to by trip is kept with the trip.
 */
export async function forgetEvents(db: Kysely<Db>, now: Date): Promise<void> {
  await sql`DELETE FROM eco_event e USING trip t
    WHERE t.unit_id = e.unit_id AND t.positions_erased AND e.at BETWEEN t.started_at AND t.ended_at`.execute(db);
  await sql`DELETE FROM eco_trip o USING trip t WHERE t.id = o.trip_id AND t.positions_erased`.execute(db);
  await sql`DELETE FROM eco_event WHERE at < ${now}::timestamptz - make_interval(months => ${LOG_MAX_MONTHS})`.execute(db);
  await sql`UPDATE eco_event e SET lat_e7 = NULL, lon_e7 = NULL FROM account a
    WHERE a.id = e.account_id AND e.lat_e7 IS NOT NULL AND e.at < ${now}::timestamptz - make_interval(months => a.position_months)`.execute(
    db,
  );
}

/** The events of trips that a member drove, of some units or all; those that are withheld from the viewer left out (TRIP-032). */
export async function eventsOfDriver(
  { db, actor }: Viewer,
  accountId: AccountId,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT e.at, u.name AS unit, e.kind, e.source, e.value, e.duration_ms::float8 / 1000 AS duration_s, e.lat_e7::float8 / 1e7 AS lat, e.lon_e7::float8 / 1e7 AS lng
    FROM eco_event e JOIN unit u ON u.id = e.unit_id
    WHERE e.account_id = ${accountId} AND e.kind <> 'judged' ${unitIds === null ? sql`` : sql`AND e.unit_id = ANY (${[...unitIds]}::bigint[])`}
      AND NOT ${isWithheldAt(actor, sql`e.unit_id`, sql`e.at`)}
      AND NOT ${isWithheldAt(actor, sql`e.unit_id`, sql`e.at + coalesce(e.duration_ms, 0) * interval '1 ms'`)}
      AND EXISTS (SELECT FROM trip t WHERE t.unit_id = e.unit_id AND t.driver_member_id = ${memberId} AND t.started_at <= e.at
        AND (t.is_ongoing OR t.ended_at >= e.at))
    ORDER BY e.at`.execute(db);
  return rows;
}
