import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';
import { AppError } from '../../platform/app-error.ts';
import { NO_PASSWORD } from '../users/address/rules.ts';
import { byName } from '../../platform/database/name-order.ts';

export interface StoredProvider {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly is_on: boolean;
  readonly is_only_way: boolean;
  readonly asks_second_factor: boolean;
}

const providerOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('single_sign_on')
    .where('account_id', '=', accountId)
    .select(['issuer', 'client_id', 'client_secret', 'is_on', 'is_only_way', 'asks_second_factor']);

export const findProvider = (db: Kysely<Db>, accountId: AccountId): Promise<StoredProvider | undefined> =>
  providerOf(db, accountId).executeTakeFirst();

/** The same, held until the transaction ends: of two that save it one waits. */
export const holdProvider = (db: Kysely<Db>, accountId: AccountId): Promise<StoredProvider | undefined> =>
  providerOf(db, accountId).forUpdate().executeTakeFirst();

export async function saveProvider(db: Kysely<Db>, accountId: AccountId, row: StoredProvider, at: Date): Promise<void> {
  const values = { ...row, changed_at: at };
  await db
    .insertInto('single_sign_on')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

export const domainsOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('sign_on_domain')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'proof', 'proven_at'])
    .orderBy(byName('name'))
    .execute();

/** Waits for whoever names one at the same time. */
export async function countDomains(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  await waitForTurn(db, 'sign-on-domain', accountId);
  return (await domainsOf(db, accountId)).length;
}

export async function insertDomain(
  db: Kysely<Db>,
  accountId: AccountId,
  { name, proof, at }: { name: string; proof: string; at: Date },
): Promise<number> {
  try {
    const row = await db
      .insertInto('sign_on_domain')
      .values({ account_id: accountId, name, proof, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  } catch (error) {
    if (violates(error, 'sign_on_domain_own')) throw new AppError('SignOnDomainThere', { cause: error });
    throw error;
  }
}

/** What another account showed for the domain, if one has it. */
export async function proofOfHolder(db: Kysely<Db>, accountId: AccountId, name: string): Promise<string | null> {
  const { rows } = await sql<{ proof: string | null }>`SELECT sign_on_domain_holder(${name}, ${accountId}) AS proof`.execute(db);
  return rows[0]?.proof ?? null;
}

export async function releaseDomain(db: Kysely<Db>, accountId: AccountId, name: string): Promise<void> {
  await sql`SELECT release_sign_on_domain(${name}, ${accountId})`.execute(db);
}

export async function noteProven(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  try {
    await db
      .updateTable('sign_on_domain')
      .set({ proven_at: at })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (violates(error, 'sign_on_domain_proven')) throw new AppError('SignOnDomainTaken', { cause: error });
    throw error;
  }
}

export async function deleteDomain(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('sign_on_domain').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export const linksOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('sign_on_link as l')
    .innerJoin('member as m', 'm.id', 'l.member_id')
    .where('l.account_id', '=', accountId)
    .where('m.account_id', '=', accountId)
    .select(['l.member_id', 'm.full_name as name', 'l.linked_at', 'l.last_used_at'])
    .orderBy(byName('m.full_name'))
    .orderBy('l.member_id')
    .execute();

/** Of one member, or of all that another provider knew; answers whose they were. */
export async function deleteLinks(
  db: Kysely<Db>,
  accountId: AccountId,
  of: { readonly memberId: number } | { readonly notOfIssuer: string },
): Promise<number[]> {
  let query = db.deleteFrom('sign_on_link').where('account_id', '=', accountId);
  query = 'memberId' in of ? query.where('member_id', '=', of.memberId) : query.where('issuer', '!=', of.notOfIssuer);
  return (await query.returning('member_id').execute()).map(({ member_id }) => member_id);
}

export interface LinkedMember {
  readonly id: number;
  readonly email: string;
  readonly full_name: string;
}

export const memberBySubject = (db: Kysely<Db>, accountId: AccountId, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom('sign_on_link as l')
    .innerJoin('member as m', 'm.id', 'l.member_id')
    .where('l.account_id', '=', accountId)
    .where('m.account_id', '=', accountId)
    .where('m.removed_at', 'is', null)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .select(['m.id', 'm.email', 'm.full_name'])
    .executeTakeFirst();

export const memberByEmail = (db: Kysely<Db>, accountId: AccountId, email: string) =>
  db
    .selectFrom('member')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .select(['id', 'email', 'full_name'])
    .executeTakeFirst();

/**
 * What is the member's alone is closed until they agree (decision 0040). Not to who never had anything that could be taken: no password,
 * no private trip and no lock.
 */
export async function closeUntilAgreed(db: Kysely<Db>, accountId: AccountId, memberId: number, at: Date): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    UPDATE member m SET sign_on_closed_at = ${at} WHERE m.account_id = ${accountId} AND m.id = ${memberId} AND (m.password_hash <> ${NO_PASSWORD}
      OR EXISTS (SELECT FROM trip t WHERE t.account_id = m.account_id AND t.driver_member_id = m.id AND t.type = 'private')
      OR EXISTS (SELECT FROM unit u WHERE u.account_id = m.account_id AND u.locked_by_member_id = m.id))
    RETURNING m.id`.execute(db);
  return rows.length > 0;
}

/** False when the member is linked to another subject already, or the subject to another member. */
export async function insertLink(
  db: Kysely<Db>,
  accountId: AccountId,
  { memberId, issuer, subject, at }: { memberId: number; issuer: string; subject: string; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_on_link')
    .values({ account_id: accountId, member_id: memberId, issuer, subject, linked_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function touchLink(db: Kysely<Db>, accountId: AccountId, memberId: number, at: Date): Promise<void> {
  await db
    .updateTable('sign_on_link')
    .set({ last_used_at: at })
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .execute();
}

/** The account that a domain signs in to; nobody is signed in yet, so of whatever account. */
export async function findByDomain(
  db: Kysely<Db>,
  domain: string,
): Promise<{ accountId: AccountId; subsiteId: number } | undefined> {
  const { rows } = await sql<{ account_id: number; subsite_id: number }>`
    SELECT account_id, subsite_id FROM find_sign_on(${domain})`.execute(db);
  return rows[0] && { accountId: rows[0].account_id as AccountId, subsiteId: rows[0].subsite_id };
}

export async function insertAttempt(
  db: Kysely<Db>,
  accountId: AccountId,
  { flowHash, sealed, until }: { flowHash: Buffer; sealed: string; until: Date },
): Promise<void> {
  await db
    .insertInto('sign_on_attempt')
    .values({ flow_hash: flowHash, account_id: accountId, sealed, expires_at: until })
    .execute();
}

/** An attempt that is not over; it is from now on, whatever comes of it. */
export async function takeAttempt(
  db: Kysely<Db>,
  flowHash: Buffer,
  now: Date,
): Promise<{ accountId: AccountId; sealed: string } | undefined> {
  const { rows } = await sql<{ account_id: number; sealed: string }>`
    SELECT account_id, sealed FROM take_sign_on_attempt(${flowHash}, ${now})`.execute(db);
  return rows[0] && { accountId: rows[0].account_id as AccountId, sealed: rows[0].sealed };
}

/** Attempts that nobody came back from; as the pipeline. */
export async function forgetAttempts(db: Kysely<Db>, now: Date): Promise<void> {
  await db.deleteFrom('sign_on_attempt').where('expires_at', '<', now).execute();
}

/** Secrets that are not sealed with the newest key, of all accounts; as the pipeline. */
export const secretsBeside = (db: Kysely<Db>, prefix: string) =>
  db
    .selectFrom('single_sign_on')
    .where((eb) => eb.not(eb.fn<boolean>('starts_with', ['client_secret', eb.val(prefix)])))
    .select(['account_id', 'client_secret'])
    .orderBy('account_id')
    .execute();

/** Unless it has become another meanwhile. */
export async function replaceSecret(db: Kysely<Db>, accountId: number, former: string, sealed: string): Promise<void> {
  await db
    .updateTable('single_sign_on')
    .set({ client_secret: sealed })
    .where('account_id', '=', accountId)
    .where('client_secret', '=', former)
    .execute();
}
