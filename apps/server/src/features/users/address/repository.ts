import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../../platform/ctx.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { OpenChange } from './rules.ts';

const COLUMNS = [
  'id',
  'member_id',
  'old_email',
  'new_email',
  'ordered_by',
  'actor_member_id',
  'actor_name',
  'reason',
  'session_id',
  'created_at',
  'sent_at',
  'expires_at',
  'proven_at',
  'agreed_at',
  'in_force_at',
] as const;

/** Changes that are neither over nor past their time, by the member; `memberId` undefined: of the whole account. */
export async function openChanges(
  db: Kysely<Db>,
  accountId: AccountId,
  now: Date,
  memberId?: number,
): Promise<Map<number, OpenChange>> {
  let query = db
    .selectFrom('email_change')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('expires_at', '>', now), where('in_force_at', 'is not', null)]));
  if (memberId !== undefined) query = query.where('member_id', '=', memberId);
  const rows = await query.select(COLUMNS).execute();
  return new Map(rows.map((row) => [row.member_id, row]));
}

/** The change that a link is about, and to which of the two addresses it was sent; of whatever account. */
export async function linkBy(
  db: Kysely<Db>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: number; accountId: AccountId; side: 'new' | 'old' } | undefined> {
  const { rows } = await sql<{ change_id: number; account_id: number; side: 'new' | 'old' }>`
    SELECT change_id, account_id, side FROM find_email_change(${tokenHash}, ${now})`.execute(db);
  const row = rows[0];
  return row && { id: row.change_id, accountId: row.account_id as AccountId, side: row.side };
}

export const changeById = (db: Kysely<Db>, accountId: AccountId, id: number): Promise<OpenChange | undefined> =>
  db
    .selectFrom('email_change')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .select(COLUMNS)
    .executeTakeFirst();

/** The member, held until the transaction ends: of two that settle something of their address one waits. */
export const holdMember = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .where('removed_at', 'is', null)
    .select(['id', 'full_name', 'email', 'language', 'two_factor', 'password_hash', 'password_changed_at', 'private_closed_at'])
    .forUpdate()
    .executeTakeFirst();
export type HeldMember = NonNullable<Awaited<ReturnType<typeof holdMember>>>;

export const accountOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['name', 'subsite_id']).executeTakeFirstOrThrow();

export async function memberIdByEmail(db: Kysely<Db>, accountId: AccountId, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where(sql`lower(email)`, '=', email)
    .select('id')
    .executeTakeFirst();
  return row?.id;
}

/** Whether somebody, of whatever account, signs in with it. */
export async function isTaken(db: Kysely<Db>, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT is_email_taken(${email}) AS taken`.execute(db);
  return rows[0]?.taken ?? false;
}

export interface NewChange {
  readonly memberId: number;
  readonly oldEmail: string;
  readonly newEmail: string;
  readonly orderedBy: string;
  readonly actorMemberId: number | null;
  readonly actorName: string;
  readonly reason: string;
  readonly sessionId: number | null;
  readonly proofHash: Buffer;
  readonly consentHash: Buffer;
  readonly at: Date;
  readonly until: Date;
  readonly agreedAt: Date | null;
}

export async function insertChange(db: Kysely<Db>, accountId: AccountId, change: NewChange): Promise<void> {
  await db
    .insertInto('email_change')
    .values({
      account_id: accountId,
      member_id: change.memberId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      ordered_by: change.orderedBy,
      actor_member_id: change.actorMemberId,
      actor_name: change.actorName,
      reason: change.reason,
      session_id: change.sessionId,
      proof_hash: change.proofHash,
      consent_hash: change.consentHash,
      created_at: change.at,
      sent_at: change.at,
      expires_at: change.until,
      agreed_at: change.agreedAt,
    })
    .execute();
}

export interface ChangeFields {
  session_id?: number | null;
  proof_hash?: Buffer;
  consent_hash?: Buffer;
  sent_at?: Date;
  expires_at?: Date;
  proven_at?: Date;
  agreed_at?: Date;
  in_force_at?: Date;
  ended_at?: Date;
}

export async function updateChange(db: Kysely<Db>, accountId: AccountId, id: number, fields: ChangeFields): Promise<void> {
  await db.updateTable('email_change').set(fields).where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** What is left of any change of the member that is not over, also one past its time. */
export async function endChanges(db: Kysely<Db>, accountId: AccountId, memberId: number, at: Date): Promise<void> {
  await db
    .updateTable('email_change')
    .set({ ended_at: at })
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute();
}

/** False when somebody, of whatever account, has the address by now; the transaction stays usable. */
export async function updateAddress(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  fields: { email: string; private_closed_at: Date | null; password_hash?: string },
): Promise<boolean> {
  await sql`SAVEPOINT address_update`.execute(db);
  try {
    await db.updateTable('member').set(fields).where('account_id', '=', accountId).where('id', '=', memberId).execute();
    return true;
  } catch (error) {
    if (!violates(error, 'member_email_unique')) throw error;
    await sql`ROLLBACK TO SAVEPOINT address_update`.execute(db);
    return false;
  }
}

export async function openPrivate(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<void> {
  await db
    .updateTable('member')
    .set({ private_closed_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', memberId)
    .execute();
}

/** Whether a trip is this member's to see and nobody else's. */
export async function hasPrivateTrips(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('trip')
    .where('account_id', '=', accountId)
    .where('driver_member_id', '=', memberId)
    .where('type', '=', 'private')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
