import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** ALARM-016: which of the members have a browser that takes push notifications, and have not stopped them. */
export async function membersWithPush(
  db: Kysely<Db>,
  accountId: AccountId,
  memberIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (memberIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM member m WHERE m.account_id = ${accountId} AND m.id = ANY (${[...memberIds]}::bigint[]) AND m.push_stopped_at IS NULL
      AND EXISTS (SELECT FROM push_subscription s WHERE s.account_id = m.account_id AND s.member_id = m.id AND s.gone_at IS NULL)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export const hasPush = async (db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> =>
  (await membersWithPush(db, accountId, [memberId])).has(memberId);
