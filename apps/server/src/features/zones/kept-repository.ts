import { LOG_MAX_MONTHS, POSITION_MONTHS_MAX } from '@spora/contract/limits';
import { type Kysely, sql } from 'kysely';
import { isWithheldAt, type Viewer } from '../../core/fleet/private-use.ts';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

const monthsBefore = (now: Date, months: number) => sql`${now}::timestamptz - make_interval(months => ${months})`;

/**
 * CONST-060, SEC-015: where a unit was goes with its positions; that it was in a zone is a place too, so what crossed one on a private
 * trip whose positions are gone goes wholly. Events are kept as long as the log is shown, and what a history can be computed again by as
 * long as positions may be kept at most.
 */
export async function forgetEvents(db: Kysely<Db>, now: Date): Promise<void> {
  await sql`DELETE FROM zone_crossing c USING trip t
    WHERE t.unit_id = c.unit_id AND t.positions_erased AND c.at BETWEEN t.started_at AND t.ended_at`.execute(db);
  await sql`DELETE FROM zone_crossing WHERE at < ${monthsBefore(now, LOG_MAX_MONTHS)}`.execute(db);
  await sql`UPDATE zone_crossing c SET lat_e7 = NULL, lon_e7 = NULL FROM account a
    WHERE a.id = c.account_id AND c.lat_e7 IS NOT NULL AND c.at < ${now}::timestamptz - make_interval(months => a.position_months)`.execute(
    db,
  );
  const longAgo = monthsBefore(now, POSITION_MONTHS_MAX + 1);
  await sql`DELETE FROM zone_watch WHERE valid_to < ${longAgo}`.execute(db);
  await sql`DELETE FROM zone z WHERE z.removed_at < ${longAgo}`.execute(db);
}

/** The events of trips that a member drove, of some units or all; those that are withheld from the viewer left out (TRIP-032). */
export async function eventsOfDriver(
  { db, actor }: Viewer,
  accountId: AccountId,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT c.at, u.name AS unit, z.name AS zone, c.direction, c.lat_e7::float8 / 1e7 AS lat, c.lon_e7::float8 / 1e7 AS lng, c.is_return
    FROM zone_crossing c JOIN zone z ON z.id = c.zone_id JOIN unit u ON u.id = c.unit_id
    WHERE c.account_id = ${accountId} ${unitIds === null ? sql`` : sql`AND c.unit_id = ANY (${[...unitIds]}::bigint[])`}
      AND NOT ${isWithheldAt(actor, sql`c.unit_id`, sql`c.at`)}
      AND EXISTS (SELECT FROM trip t WHERE t.unit_id = c.unit_id AND t.driver_member_id = ${memberId} AND t.started_at <= c.at
        AND (t.is_ongoing OR t.ended_at >= c.at))
    ORDER BY c.at`.execute(db);
  return rows;
}
