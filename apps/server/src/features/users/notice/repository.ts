import type { Kysely } from 'kysely';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** What the notice depends on: the account, and when this member read it. */
export const noticeOf = (db: Kysely<Db>, actor: MemberActor) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', actor.accountId)
    .where('member.id', '=', actor.memberId)
    .select([
      'account.position_months',
      'account.private_position_months',
      'account.notice_required_at',
      'member.notice_acknowledged_at',
    ])
    .executeTakeFirstOrThrow();

export async function updateAcknowledged(db: Kysely<Db>, actor: MemberActor, at: Date): Promise<void> {
  await db
    .updateTable('member')
    .set({ notice_acknowledged_at: at })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', actor.memberId)
    .execute();
}

/** Whether that changed anything: what was required already keeps its moment, so that nobody reads twice for it. */
export async function updateRequired(db: Kysely<Db>, accountId: AccountId, requiredAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ notice_required_at: requiredAt })
    .where('id', '=', accountId)
    .where('notice_required_at', requiredAt ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
