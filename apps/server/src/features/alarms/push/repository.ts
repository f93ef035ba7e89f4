import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** The browsers of a member, the newest first, each with what became of its newest push. */
export const browsersOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('push_subscription as s')
    .where('s.account_id', '=', accountId)
    .where('s.member_id', '=', memberId)
    .where('s.gone_at', 'is', null)
    .select((eb) => [
      's.id',
      's.endpoint',
      's.label',
      's.created_at',
      's.last_ok_at',
      eb
        .selectFrom('push as p')
        .whereRef('p.subscription_id', '=', 's.id')
        .whereRef('p.member_id', '=', 's.member_id')
        .where('p.account_id', '=', accountId)
        .select('p.state')
        .orderBy('p.id', 'desc')
        .limit(1)
        .as('last'),
    ])
    .orderBy('s.id', 'desc')
    .execute();

export interface NewSubscription {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly authSecret: string;
  readonly vapidKey: string;
  readonly label: string;
  readonly at: Date;
}

/** The browser is this member's from now on, whoever had it before. */
export async function saveBrowser(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  { endpoint, publicKey, authSecret, vapidKey, label, at }: NewSubscription,
): Promise<void> {
  await sql`SELECT save_push_subscription(${accountId}, ${memberId}, ${endpoint}, ${publicKey}, ${authSecret}, ${vapidKey}, ${label}, ${at})`.execute(
    db,
  );
}

/** All but the newest so many. */
export async function dropOldest(db: Kysely<Db>, accountId: AccountId, memberId: number, kept: number): Promise<void> {
  await sql`
    DELETE FROM push_subscription WHERE account_id = ${accountId} AND member_id = ${memberId} AND id NOT IN (
      SELECT id FROM push_subscription WHERE account_id = ${accountId} AND member_id = ${memberId}
      ORDER BY created_at DESC, id DESC LIMIT ${kept})`.execute(db);
}

export async function deleteBrowser(db: Kysely<Db>, accountId: AccountId, memberId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** As whom the member is told of alarms. */
export const receiversOfMember = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('alarm_receiver')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('is_alert_number', '=', false)
    .select(['email', 'dial_code', 'phone', 'security', 'function'])
    .orderBy('id')
    .execute();
