import { type Kysely, sql } from 'kysely';
import { isUntoldTrip } from '../../../core/fleet/private-use.ts';
import type { AccountId, MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

export interface DrivenTrip {
  readonly id: number;
  readonly unit: string;
  readonly registration_number: string | null;
  /** Midnight of the day it started, in the account's zone. */
  readonly day_at: Date;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly type: string;
  readonly start_address: string | null;
  readonly stop_address: string | null;
  readonly start_odometer_m: number | null;
  readonly stop_odometer_m: number | null;
  readonly distance_m: number;
  readonly max_speed_kmh: number | null;
  readonly hides_speed: boolean;
  readonly purpose: string;
  readonly note: string;
  readonly project: string;
  readonly visited: string;
  /** Their names, with commas between. */
  readonly passengers: string;
  /** Why the odometer differs: the reason and what was added to it. */
  readonly odometer_explanation: string;
  /** Of a trip that another was merged into, both ways. */
  readonly routes: readonly Buffer[];
}

/** What the first of two merged trips says goes before what the second does, as in the log. */
const firstSaid = (column: string) => sql`coalesce(nullif(${sql.ref(`t.${column}`)}, ''), ${sql.ref(`s.${column}`)}, '')`;
const explainedOf = (trip: string) => {
  const explanation = sql.ref(`${trip}.odometer_explanation`);
  return sql`nullif(concat_ws(': ', ${explanation} ->> 'reason', nullif(${explanation} ->> 'note', '')), '')`;
};

/**
 * The trips that a member drove and that the actor is told of, oldest first, as the log has them: one that was merged into another is part
 * of its row (TRIP-007). `unitIds`: of these units only, null for all.
 */
export async function tripsDrivenBy(
  { db, actor, now }: Pick<MemberCtx, 'db' | 'actor' | 'now'>,
  memberId: number,
  unitIds: readonly number[] | null,
): Promise<DrivenTrip[]> {
  const { rows } = await sql<DrivenTrip>`
    SELECT t.id, u.name AS unit, u.registration_number, u.hides_speed, t.started_at, coalesce(s.ended_at, t.ended_at) AS ended_at, t.type,
      (t.started_at AT TIME ZONE ${actor.timeZone})::date::timestamp AT TIME ZONE ${actor.timeZone} AS day_at, t.start_address,
      coalesce(s.stop_address, t.stop_address) AS stop_address, t.start_odometer_m, coalesce(s.stop_odometer_m, t.stop_odometer_m) AS stop_odometer_m,
      t.distance_m + coalesce(s.distance_m, 0) AS distance_m, greatest(t.max_speed_kmh, s.max_speed_kmh) AS max_speed_kmh,
      ${firstSaid('purpose')} AS purpose, ${firstSaid('note')} AS note, ${firstSaid('project')} AS project, ${firstSaid('visited')} AS visited,
      (SELECT coalesce(string_agg(p ->> 'name', ', '), '') FROM jsonb_array_elements(
        CASE WHEN t.passengers = '[]' THEN coalesce(s.passengers, '[]') ELSE t.passengers END) p) AS passengers,
      coalesce(${explainedOf('t')}, ${explainedOf('s')}, '') AS odometer_explanation,
      array_remove(ARRAY[coalesce(w.route, t.route), s.route], NULL) AS routes
    FROM trip t JOIN unit u ON u.id = t.unit_id LEFT JOIN trip_under_way w ON w.trip_id = t.id
    LEFT JOIN trip s ON s.merged_into_id = t.id AND s.driver_member_id = t.driver_member_id AND NOT ${isUntoldTrip(actor, now(), 's')}
    WHERE t.account_id = ${actor.accountId} AND t.driver_member_id = ${memberId} AND NOT ${isUntoldTrip(actor, now())}
      AND NOT EXISTS (SELECT FROM trip f WHERE f.id = t.merged_into_id AND f.driver_member_id = t.driver_member_id)
      ${unitIds ? sql`AND t.unit_id = ANY (${unitIds}::bigint[])` : sql``} ORDER BY t.started_at, t.id`.execute(db);
  return rows;
}

/** How many trips a member drove; private ones are not told, not even as a number (TRIP-032). */
export async function countDrivenBy(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  const { n } = await db
    .selectFrom('trip')
    .where('account_id', '=', accountId)
    .where('driver_member_id', '=', memberId)
    .where('type', '!=', 'private')
    .select(({ fn }) => sql<number>`${fn.countAll()}::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/**
 * ADM-011: units whose new trips a member has, as their usual driver or checked in; none that is locked. A tag is read as somebody begins to
 * drive, which may be private: neither that it was nor that it took the place of a check-in is told.
 */
export async function unitsDrivenBy(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT u.name FROM unit u
    LEFT JOIN LATERAL (SELECT x.member_id AS id FROM driver_event x
      WHERE x.unit_id = u.id AND x.source <> 'tag' AND x.superseded_at IS NULL
        AND x.at >= (SELECT feature_on_since(u.id, 'check-in', now())) ORDER BY x.at DESC, x.id DESC LIMIT 1) checked_in ON true
    LEFT JOIN LATERAL (SELECT s.settings ->> 'driverMemberId' AS id FROM unit_setting s WHERE s.unit_id = u.id
      ORDER BY s.valid_from DESC LIMIT 1) usual ON true
    WHERE u.account_id = ${accountId} AND u.retired_at IS NULL AND u.locked_at IS NULL
      AND (checked_in.id = ${memberId} OR usual.id = ${String(memberId)})
    ORDER BY u.name ${NAME_ORDER}, u.id`.execute(db);
  return rows.map(({ name }) => name);
}
