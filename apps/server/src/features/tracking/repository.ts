import type { Kysely } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
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
