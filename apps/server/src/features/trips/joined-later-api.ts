import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { UnitSpan } from './unit-days-api.ts';

/**
 * TRIP-032 (decision 0039): whoever makes a member can sign in as them. A private trip is therefore never given to somebody who became
 * a member after it began. A check-in or tag that says so drives it as if it had not been made; who calls a trip private that they drove
 * when it was not keeps it. Of trips of units that start in the spans given; attested ones stay.
 */
export async function keepFromNewMembers(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  await sql`
    UPDATE trip t SET checked_in_driver_id =
      (SELECT CASE WHEN e.source = 'tag' THEN 0 END FROM driver_event e WHERE e.id = newest_driver_event(t.unit_id, t.started_at))
    FROM unnest(${spans.map((s) => s.unitId)}::bigint[], ${spans.map((s) => new Date(s.fromMs))}::timestamptz[],
      ${spans.map((s) => new Date(s.toMs))}::timestamptz[]) AS s (unit_id, from_at, to_at), member m
    WHERE t.unit_id = s.unit_id AND t.started_at BETWEEN s.from_at AND s.to_at AND t.type = 'private' AND t.attestation_id IS NULL
      AND m.id = t.checked_in_driver_id AND m.created_at > t.started_at
      AND m.id IS DISTINCT FROM (SELECT CASE WHEN x.old_value <> 'private' THEN x.actor_member_id END FROM trip_edit x
        WHERE x.unit_id = t.unit_id AND x.field = 'type' AND x.anchor_at BETWEEN t.started_at AND t.ended_at
          AND x.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END ORDER BY x.id DESC LIMIT 1)`.execute(db);
}

/**
 * Those of the trips that are private and of which the actor is not told, on whose day the member was not there yet. The day, since that
 * is what the actor is told of them: a refusal tells no more.
 */
export async function withheldFromNewMember(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: Pick<MemberActor, 'accountId' | 'timeZone'> },
  tripIds: readonly number[],
  memberId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM trip t JOIN member m ON m.account_id = t.account_id AND m.id = ${memberId}
    WHERE t.account_id = ${actor.accountId} AND t.id = ANY (${tripIds}::bigint[]) AND t.type = 'private'
      AND (t.started_at AT TIME ZONE ${actor.timeZone})::date <= (m.created_at AT TIME ZONE ${actor.timeZone})::date`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
