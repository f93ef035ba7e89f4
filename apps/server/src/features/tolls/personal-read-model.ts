import { sql } from 'kysely';
import { isWithheldAt, type Viewer } from '../../core/fleet/private-use.ts';
import type { AccountId } from '../../platform/ctx.ts';

export interface DriverPassage {
  readonly unit_id: number;
  readonly unit: string;
  readonly at_ms: number;
  readonly station_id: string;
  readonly point: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly is_uncertain: boolean;
}

/** The stations passed on trips that a member drove, of some units or all; those that are withheld from the viewer left out (TRIP-032). */
export async function passagesOfDriver(
  { db, actor }: Viewer,
  accountId: AccountId,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<DriverPassage[]> {
  const { rows } = await sql<DriverPassage>`
    SELECT p.unit_id, u.name AS unit, (extract(epoch FROM p.at) * 1000)::float8 AS at_ms, p.station_id, p.point_id AS point, p.lat_e7::float8 / 1e7 AS lat, p.lon_e7::float8 / 1e7 AS lng, p.is_uncertain
    FROM toll_passage p JOIN unit u ON u.id = p.unit_id
    WHERE p.account_id = ${accountId} ${unitIds === null ? sql`` : sql`AND p.unit_id = ANY (${[...unitIds]}::bigint[])`}
      AND NOT ${isWithheldAt(actor, sql`p.unit_id`, sql`p.at`)}
      AND EXISTS (SELECT FROM trip t WHERE t.unit_id = p.unit_id AND t.driver_member_id = ${memberId} AND t.started_at <= p.at
        AND (t.is_ongoing OR t.ended_at >= p.at))
    ORDER BY p.at`.execute(db);
  return rows;
}
