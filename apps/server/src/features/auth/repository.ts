import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/**
 * ADM-024: at the first sign-in of an administrator it is settled whether the account is new: then its guide is open. One that has
 * trips, or is the demo's with units already, has no need of it.
 */
export async function settleGuide(db: Kysely<Db>, accountId: AccountId): Promise<void> {
  await sql`UPDATE account SET guide = CASE WHEN EXISTS (SELECT FROM trip WHERE trip.account_id = account.id)
      OR (is_demo AND EXISTS (SELECT FROM unit WHERE unit.account_id = account.id))
    THEN 'closed' ELSE 'open' END WHERE id = ${accountId} AND guide IS NULL`.execute(db);
}

/** A session that an identity provider spoke for. */
export async function markProvided(db: Kysely<Db>, accountId: AccountId, sessionId: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ is_by_provider: true })
    .where('account_id', '=', accountId)
    .where('id', '=', sessionId)
    .execute();
}

/** Ends a visit of support staff; false when it had ended before. */
export async function endVisit(db: Kysely<Db>, visitId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`SELECT end_support_visit(${visitId}, ${now}) AS ended`.execute(db);
  return rows[0]?.ended ?? false;
}

/** How many sessions a member has. */
export async function countSessions(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  const { n } = await db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .select(({ fn }) => sql<number>`${fn.countAll()}::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
