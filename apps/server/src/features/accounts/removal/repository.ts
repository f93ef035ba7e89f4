import { type Kysely, sql } from 'kysely';
import { isUntoldTrip } from '../../../core/fleet/private-use.ts';
import type { AccountId, MemberActor, MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** What would go: a private trip of a unit in use is counted when it is told (TRIP-032). */
export async function removalOf({ db, actor, now }: Pick<MemberCtx, 'db' | 'actor' | 'now'>) {
  const { rows } = await sql<{
    asked_at: Date | null;
    due_at: Date | null;
    asked_by: string | null;
    units: number;
    users: number;
    trips: number;
  }>`
    SELECT a.removal_asked_at AS asked_at, a.removal_due_at AS due_at, m.full_name AS asked_by,
      (SELECT count(*)::int FROM unit u WHERE u.account_id = a.id AND u.retired_at IS NULL) AS units,
      (SELECT count(*)::int FROM member u WHERE u.account_id = a.id AND u.removed_at IS NULL) AS users,
      (SELECT count(*)::int FROM trip t WHERE t.account_id = a.id AND NOT t.is_ongoing AND NOT ${isUntoldTrip(actor, now())}) AS trips
    FROM account a LEFT JOIN member m ON m.id = a.removal_asked_by_member_id WHERE a.id = ${actor.accountId}`.execute(db);
  return rows[0]!;
}

/** False when somebody asked before. */
export async function saveAsked(db: Kysely<Db>, actor: MemberActor, at: Date, dueAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ removal_asked_at: at, removal_due_at: dueAt, removal_asked_by_member_id: actor.memberId })
    .where('id', '=', actor.accountId)
    .where('removal_asked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when there was nothing to undo. */
export async function clearAsked(db: Kysely<Db>, accountId: AccountId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ removal_asked_at: null, removal_due_at: null, removal_asked_by_member_id: null })
    .where('id', '=', accountId)
    .where('removal_asked_at', 'is not', null)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface Administrator {
  readonly id: number;
  readonly full_name: string;
  readonly email: string;
  readonly language: string;
  readonly account_name: string;
  readonly subsite_id: number;
}

/** Those who may sign in. */
export const administratorsOf = (db: Kysely<Db>, accountId: number): Promise<Administrator[]> =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.is_admin', '=', true)
    .where('member.disabled_at', 'is', null)
    .select([
      'member.id',
      'member.full_name',
      'member.email',
      'member.language',
      'account.name as account_name',
      'account.subsite_id',
    ])
    .orderBy('member.id')
    .execute();

/** Accounts whose time is up and that are not erased yet. */
export async function dueAccounts(db: Kysely<Db>, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .where('removal_due_at', '<=', at)
    .where('erased_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function closeAccount(db: Kysely<Db>, accountId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`SELECT close_account(${accountId}, ${at}) AS closed`.execute(db);
  return rows[0]?.closed ?? false;
}

export async function eraseRows(db: Kysely<Db>, accountId: number, at: Date): Promise<void> {
  await sql`SELECT erase_account(${accountId}, ${at})`.execute(db);
}
