import type { Kysely } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export const hashOfMember = async (db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .select('password_hash')
    .executeTakeFirst();
  return row?.password_hash;
};
