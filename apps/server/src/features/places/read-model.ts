import { type Kysely, sql } from 'kysely';
import { type AccountId, type MemberActor, seesAs } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';

export interface NamedUnit {
  readonly id: number;
  readonly name: string;
  /** Null when no tracker sits in it now. */
  readonly imei: string | null;
}

/** Names and numbers of units, by name. */
export async function unitNames(db: Kysely<Db>, accountId: AccountId, ids: readonly number[]): Promise<NamedUnit[]> {
  const { rows } = await sql<NamedUnit>`
    SELECT u.id, u.name, t.imei FROM unit u LEFT JOIN unit_trackers(${ids}::bigint[]) t ON t.unit_id = u.id
    WHERE u.account_id = ${accountId} AND u.id = ANY (${ids}::bigint[]) ORDER BY u.name ${NAME_ORDER}, u.id`.execute(db);
  return rows;
}

const VISIT_DAYS = 30;

/** PLACE-005: trips that ended at each place lately; other people's private ones are not told, not even as a number (TRIP-032). */
export async function visitsOf(
  db: Kysely<Db>,
  actor: MemberActor,
  unitIds: readonly number[],
  now: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    SELECT stop_place_id AS id, count(*)::int AS n FROM trip
    WHERE account_id = ${actor.accountId} AND stop_place_id IS NOT NULL AND NOT is_ongoing AND unit_id = ANY (${unitIds}::bigint[])
      AND ended_at > ${now}::timestamptz - make_interval(days => ${VISIT_DAYS}) AND ended_at <= ${now}
      AND NOT (type = 'private' AND driver_member_id IS DISTINCT FROM ${seesAs(actor)})
    GROUP BY stop_place_id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.n]));
}

export async function unitIdsOf(db: Kysely<Db>, accountId: AccountId): Promise<number[]> {
  const rows = await db.selectFrom('unit').where('account_id', '=', accountId).select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** The place that an end of a trip bears the name of, as long as it is there. */
export async function placeOfEnd(
  db: Kysely<Db>,
  accountId: AccountId,
  tripId: number,
  which: 'start' | 'stop',
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id
      JOIN place p ON p.id = ${which === 'start' ? sql`t.start_place_id` : sql`coalesce(s.stop_place_id, t.stop_place_id)`} AND p.removed_at IS NULL
    WHERE t.account_id = ${accountId} AND t.id = ${tripId}`.execute(db);
  return rows[0]?.id ?? null;
}
