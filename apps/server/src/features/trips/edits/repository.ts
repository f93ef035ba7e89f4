import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/**
 * Those of the trips that would come into a period that is attested, were this member (null: nobody) their driver: a new row in what
 * somebody has signed (ATT-003). The day is that of the trip's start, in the account's zone.
 */
export async function closedFor(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: Pick<MemberActor, 'accountId' | 'timeZone'> },
  tripIds: readonly number[],
  memberId: number | null,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM trip t WHERE t.account_id = ${actor.accountId} AND t.id = ANY (${tripIds}::bigint[])
      AND t.driver_member_id IS DISTINCT FROM ${memberId}::bigint AND EXISTS (
        SELECT FROM attestation a WHERE a.unit_id = t.unit_id AND a.reopened_at IS NULL AND a.member_id IS NOT DISTINCT FROM ${memberId}::bigint
          AND (t.started_at AT TIME ZONE ${actor.timeZone})::date BETWEEN a.from_day AND a.to_day)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
