import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** DRV-009: the units whose card the actor was given by a check-in that nobody has ended since. */
export async function unitsWithCard(
  { db, actor }: { readonly db: Kysely<Db>; readonly actor: MemberActor },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    SELECT DISTINCT e.unit_id FROM driver_event e
    WHERE e.account_id = ${actor.accountId} AND e.member_id = ${actor.memberId} AND e.gives_card AND e.superseded_at IS NULL AND e.at <= ${now}
      AND e.id = newest_driver_event(e.unit_id, ${now})`.execute(db);
  return rows.map((row) => row.unit_id);
}
