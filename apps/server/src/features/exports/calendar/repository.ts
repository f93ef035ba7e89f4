import type { Kysely } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

type Whose = Pick<MemberActor, 'accountId' | 'memberId'>;

export async function insertCalendar(db: Kysely<Db>, { accountId, memberId }: Whose, hash: Buffer, at: Date): Promise<void> {
  const row = { account_id: accountId, member_id: memberId, token_hash: hash, created_at: at };
  await db.insertInto('trip_calendar').values(row).execute();
}

export async function deleteCalendar(db: Kysely<Db>, { accountId, memberId }: Whose): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('trip_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function calendarSince(db: Kysely<Db>, { accountId, memberId }: Whose): Promise<Date | null> {
  const row = await db
    .selectFrom('trip_calendar')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select('created_at')
    .executeTakeFirst();
  return row?.created_at ?? null;
}
