import { type Kysely, sql } from 'kysely';
import { LOCKOUT_S, SIGN_IN_ATTEMPTS } from '@spora/contract/limits';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.generated.ts';

export interface SignInCandidate {
  readonly memberId: number;
  readonly passwordHash: string;
  readonly subsiteId: number;
  readonly isDisabled: boolean;
}

export async function candidateByName(db: Kysely<Db>, username: string): Promise<SignInCandidate | undefined> {
  const { rows } = await sql<{ member_id: number; password_hash: string; subsite_id: number; disabled: boolean }>`
    SELECT member_id, password_hash, subsite_id, disabled FROM find_member_for_sign_in(${username})`.execute(db);
  const row = rows[0];
  return row && { memberId: row.member_id, passwordHash: row.password_hash, subsiteId: row.subsite_id, isDisabled: row.disabled };
}

/** Counts this attempt and answers how many failures there are with it; null while the name is blocked from this address. */
export async function beginAttempt(db: Kysely<Db>, key: Buffer, now: Date): Promise<number | null> {
  const { rows } = await sql<{ failures: number | null }>`
    SELECT begin_sign_in(${key}, ${now}, ${SIGN_IN_ATTEMPTS}, make_interval(secs => ${LOCKOUT_S})) AS failures`.execute(db);
  return rows[0]?.failures ?? null;
}

export async function clearAttempts(db: Kysely<Db>, key: Buffer): Promise<void> {
  await sql`SELECT clear_sign_in_failures(${key})`.execute(db);
}

export interface NewSession {
  readonly memberId: number;
  readonly tokenHash: Buffer;
  readonly isRemembered: boolean;
  readonly userAgent: string;
  readonly at: Date;
  readonly until: Date;
}

export async function insertSession(db: Kysely<Db>, session: NewSession): Promise<void> {
  await sql`SELECT open_session(${session.memberId}, ${session.tokenHash}, ${session.isRemembered}, ${session.userAgent},
    ${session.at}, ${session.until})`.execute(db);
}

export async function deleteSession(db: Kysely<Db>, accountId: AccountId, sessionId: number): Promise<void> {
  await db.deleteFrom('session').where('account_id', '=', accountId).where('id', '=', sessionId).execute();
}

export const profileOf = (db: Kysely<Db>, accountId: AccountId, memberId: number) =>
  db
    .selectFrom('member')
    .innerJoin('account', 'account.id', 'member.account_id')
    .where('member.account_id', '=', accountId)
    .where('member.id', '=', memberId)
    .select([
      'member.id',
      'member.full_name',
      'member.email',
      'member.is_admin',
      'member.real_time_map',
      'account.time_zone',
      'account.currency',
      'account.subsite_id',
      'account.name as account_name',
    ])
    .executeTakeFirstOrThrow();
