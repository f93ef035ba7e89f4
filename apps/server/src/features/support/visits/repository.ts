import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';

export interface FoundRow {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly subsite_id: number;
  readonly closed: boolean;
  readonly units: number;
  readonly users: number;
  readonly matched: string;
}

export async function accountsLike(db: Kysely<Db>, term: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    SELECT id, name, city, subsite_id, closed, units, users, matched FROM support_find_accounts(${term}, ${limit})`.execute(db);
  return rows;
}

export interface NewVisit {
  readonly sessionId: number;
  readonly account: number;
  readonly tokenHash: Buffer;
  readonly reason: string;
  readonly at: Date;
  readonly until: Date;
}

/** Opens an account to the staff in force; null when there is none of that number. */
export async function insertVisit(db: Kysely<Db>, visit: NewVisit): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT open_support_visit(${visit.sessionId}, ${visit.account}, ${visit.tokenHash}, ${visit.reason}, ${visit.at}, ${visit.until}) AS id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select([
      'id',
      'name',
      'subsite_id',
      'country',
      'currency',
      'created_at',
      'closed_at',
      'car_schedule',
      'safe_return_home',
      'real_time_map',
      'geofence_min_radius',
      'parent_id',
    ])
    .executeTakeFirstOrThrow();

export async function countMembers(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const { n } = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The units in use, by name. */
export async function unitsOf(db: Kysely<Db>, accountId: AccountId) {
  const { rows } = await sql<{
    id: number;
    name: string;
    imei: string | null;
    locked_at: Date | null;
    subscription_type: 'Bas' | 'Standard' | 'Plus';
  }>`SELECT u.id, u.name, t.imei, u.locked_at, u.subscription_type
     FROM unit u LEFT JOIN account_trackers() t ON t.unit_id = u.id
     WHERE u.account_id = ${accountId} AND u.retired_at IS NULL ORDER BY lower(u.name), u.id`.execute(db);
  return rows;
}

export type AccountChange = Record<string, boolean | string | number>;

/** Of the account in force, by the staff in force. */
export async function updateAccount(db: Kysely<Db>, change: AccountChange): Promise<void> {
  await sql`SELECT support_change_account(${JSON.stringify(change)}::jsonb)`.execute(db);
}

export const unitById = (db: Kysely<Db>, accountId: AccountId, unitId: number) =>
  db
    .selectFrom('unit')
    .where('account_id', '=', accountId)
    .where('id', '=', unitId)
    .select(['name', 'subscription_type'])
    .forUpdate()
    .executeTakeFirst();

export async function setSubscription(db: Kysely<Db>, accountId: AccountId, unitId: number, type: string): Promise<void> {
  await db
    .updateTable('unit')
    .set({ subscription_type: type })
    .where('account_id', '=', accountId)
    .where('id', '=', unitId)
    .execute();
}

export async function insertUnitChange(
  db: Kysely<Db>,
  accountId: AccountId,
  change: { unitId: number; at: Date; actorName: string; before: string; after: string },
): Promise<void> {
  await db
    .insertInto('unit_change')
    .values({
      account_id: accountId,
      unit_id: change.unitId,
      at: change.at,
      actor_name: change.actorName,
      field: 'subscription_type',
      old_value: change.before,
      new_value: change.after,
    })
    .execute();
}

/** The newest first. `params`, where codes and links stand, is not even readable for this role. */
export function mailsOf(db: Kysely<Db>, accountId: AccountId, before: number | undefined, limit: number) {
  const mails = db
    .selectFrom('mail')
    .where('account_id', '=', accountId)
    .select(['id', 'template', 'recipient', 'state', 'attempts', 'last_error', 'queued_at', 'ended_at'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before ? mails.where('id', '<', before) : mails).execute();
}

export function creditsOf(db: Kysely<Db>, accountId: AccountId, before: number | undefined, limit: number) {
  const credits = db
    .selectFrom('sms_credit')
    .where('account_id', '=', accountId)
    .select(['id', 'at', 'amount', 'reason', 'actor_name'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before ? credits.where('id', '<', before) : credits).execute();
}

export async function balanceOf(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const row = await db
    .selectFrom('sms_credit')
    .where('account_id', '=', accountId)
    .select((eb) => eb.fn.sum<number | null>('amount').as('balance'))
    .executeTakeFirst();
  return Number(row?.balance ?? 0);
}

/** Of two who enter at once, the second sees the first's balance. */
export const holdCredits = (db: Kysely<Db>, accountId: AccountId): Promise<void> => waitForTurn(db, 'sms-credit', accountId);

export async function insertCredit(
  db: Kysely<Db>,
  accountId: AccountId,
  credit: { at: Date; amount: number; reason: string; actorName: string },
): Promise<void> {
  const { at, amount, reason, actorName } = credit;
  await db.insertInto('sms_credit').values({ account_id: accountId, at, amount, reason, actor_name: actorName }).execute();
}

/** Undefined where nobody of the account has the address. */
export async function memberByEmail(db: Kysely<Db>, accountId: AccountId, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where(sql`lower(email)`, '=', email)
    .where('removed_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** The administrators who can sign in, but one. */
export const activeAdmins = (db: Kysely<Db>, accountId: AccountId, but: number) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('id', '!=', but)
    .select(['full_name', 'email', 'language'])
    .orderBy('id')
    .execute();
