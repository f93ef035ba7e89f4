import type { Kysely } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

export const senderOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .select(['member.full_name', 'member.email', 'account.name as account_name', 'account.subsite_id'])
    .executeTakeFirstOrThrow();

export async function insertCase(
  db: Kysely<Db>,
  accountId: AccountId,
  support: { memberId: number; at: Date; message: string; context: Record<string, string> },
): Promise<number> {
  const { id } = await db
    .insertInto('support_case')
    .values({
      account_id: accountId,
      member_id: support.memberId,
      at: support.at,
      message: support.message,
      context: JSON.stringify(support.context),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
