import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { byName } from '../../../platform/database/name-order.ts';

/** Members as the list shows them. Those who were removed are left out; their names stay on what they did. */
export const members = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('member')
    .where('member.account_id', '=', accountId)
    .where('member.removed_at', 'is', null)
    .select((eb) => [
      'member.id',
      'member.full_name',
      'member.first_name',
      'member.last_name',
      'member.email',
      'member.phone',
      'member.is_admin',
      'member.two_factor',
      sql<boolean>`EXISTS (SELECT FROM authenticator_app x WHERE x.member_id = member.id AND x.proven_at IS NOT NULL)
        OR EXISTS (SELECT FROM passkey p WHERE p.member_id = member.id)`.as('has_strong_factor'),
      'member.disabled_at',
      'member.invited_at',
      'member.password_changed_at',
      'member.department',
      'member.rights',
      'member.language',
      'member.registration_id',
      'member.street',
      'member.postal_code',
      'member.city',
      'member.default_purpose',
      eb
        .selectFrom('unit_access')
        .whereRef('unit_access.member_id', '=', 'member.id')
        .select((count) => sql<number>`${count.fn.countAll()}::integer`.as('n'))
        .as('units'),
      // By a living session, or by the record of sign-ins, which outlives them.
      sql<Date | null>`greatest(${eb
        .selectFrom('session')
        .whereRef('session.member_id', '=', 'member.id')
        .where('session.is_pending', '=', false)
        .select((session) => session.fn.max('session.last_used_at').as('at'))}, ${eb
        .selectFrom('audit_entry')
        .whereRef('audit_entry.account_id', '=', 'member.account_id')
        .whereRef('audit_entry.actor_member_id', '=', 'member.id')
        .where('audit_entry.action', '=', 'signed-in')
        .select((entry) => entry.fn.max('audit_entry.at').as('at'))})`.as('last_seen_at'),
    ])
    .orderBy(byName('member.full_name'))
    .orderBy('member.id');
export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['execute']>>[number];

/** Locks the account's administrators, so that two cannot each take the other off at once; answers how many may sign in. */
export async function lockActiveAdmins(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const rows = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length;
}

export async function countActiveAdmins(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const { n } = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('is_admin', '=', true)
    .where('disabled_at', 'is', null)
    .where('removed_at', 'is', null)
    .select((eb) => sql<number>`${eb.fn.countAll()}::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export interface MemberFields {
  /** ADM-002: the database keeps it and the two that it is made of together. */
  full_name?: string;
  first_name?: string;
  last_name?: string;
  email?: string;
  phone?: string;
  is_admin?: boolean;
  language?: string;
  department?: string;
  registration_id?: string;
  street?: string;
  postal_code?: string;
  city?: string;
  rights?: string[];
  default_purpose?: string;
  default_purpose_by?: number;
  default_purpose_since?: Date;
  disabled_at?: Date | null;
  invited_at?: Date;
  removed_at?: Date;
  password_hash?: string;
  two_factor?: boolean;
}

/** Null when somebody, of whatever account, has the e-mail address. */
export async function insertMember(
  db: Kysely<Db>,
  accountId: AccountId,
  fields: MemberFields & { full_name: string; email: string; password_hash: string },
): Promise<number | null> {
  const row = await db
    .insertInto('member')
    .values({ account_id: accountId, ...fields })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** False when somebody else has the e-mail address; the transaction stays usable. */
export async function updateMember(db: Kysely<Db>, accountId: AccountId, id: number, fields: MemberFields): Promise<boolean> {
  if (Object.keys(fields).length === 0) return true;
  await sql`SAVEPOINT member_update`.execute(db);
  try {
    await db.updateTable('member').set(fields).where('account_id', '=', accountId).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (!violates(error, 'member_email_unique')) throw error;
    await sql`ROLLBACK TO SAVEPOINT member_update`.execute(db);
    return false;
  }
}

export async function openInvitation(db: Kysely<Db>, memberId: number, tokenHash: Buffer, at: Date, until: Date): Promise<void> {
  await sql`SELECT open_invitation(${memberId}, ${tokenHash}, ${at}, ${until})`.execute(db);
}

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['name', 'subsite_id']).executeTakeFirstOrThrow();
