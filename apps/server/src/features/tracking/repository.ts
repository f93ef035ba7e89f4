import { type Kysely, sql } from 'kysely';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { AccountId, MemberActor } from '../../platform/ctx.ts';
import type { Db, Json } from '../../platform/database/db.generated.ts';

const SEARCH_OPTIONS = 'tracking.search-options';

/** What the member saved last; undefined when nothing was. */
export async function findSearchOptions(db: Kysely<Db>, actor: MemberActor): Promise<Json | undefined> {
  const row = await db
    .selectFrom('member_setting')
    .select('value')
    .where('account_id', '=', actor.accountId)
    .where('member_id', '=', actor.memberId)
    .where('key', '=', SEARCH_OPTIONS)
    .executeTakeFirst();
  return row?.value;
}

/** Replaces what the member saved before. */
export async function saveSearchOptions(db: Kysely<Db>, actor: MemberActor, options: object, now: Date): Promise<void> {
  const value = JSON.stringify(options);
  await db
    .insertInto('member_setting')
    .values({ account_id: actor.accountId, member_id: actor.memberId, key: SEARCH_OPTIONS, value, updated_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'key']).doUpdateSet({ value, updated_at: now }))
    .execute();
}

/** The units whose trackers were heard of by what they answered to these commands, later than by what they reported. */
export async function noteAnswers(
  db: Kysely<Db>,
  commandIds: readonly number[],
): Promise<{ accountId: AccountId; unitId: number; kind: 'position' }[]> {
  const { rows } = await sql<{ account_id: AccountId; unit_id: number }>`
    UPDATE unit_latest l SET last_contact_at = t.last_contact_at
    FROM command c JOIN tracker t ON t.id = c.tracker_id
      JOIN fitting f ON f.tracker_id = t.id AND f.unit_id = c.unit_id AND upper_inf(f.during)
    WHERE c.id = ANY (${int8Array(commandIds)}::bigint[]) AND l.unit_id = c.unit_id AND l.last_contact_at < t.last_contact_at
    RETURNING l.account_id, l.unit_id`.execute(db);
  return rows.map(({ account_id: accountId, unit_id: unitId }) => ({ accountId, unitId, kind: 'position' }));
}
