import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/db.generated.ts';

export interface SignInCandidate {
  readonly memberId: number;
  readonly accountId: number;
  readonly passwordHash: string;
  readonly subsiteId: number;
  readonly isDisabled: boolean;
  readonly isClosed: boolean;
  readonly hasTwoFactor: boolean;
}

interface CandidateRow {
  readonly member_id: number;
  readonly account_id: number;
  readonly password_hash: string;
  readonly subsite_id: number;
  readonly disabled: boolean;
  readonly closed: boolean;
  readonly two_factor: boolean;
}

/** Whom a name belongs to, in whatever account: nobody is signed in yet. */
export async function candidateByName(db: Kysely<Db>, username: string): Promise<SignInCandidate | undefined> {
  const { rows } = await sql<CandidateRow>`
    SELECT member_id, account_id, password_hash, subsite_id, disabled, closed, two_factor
    FROM find_member_for_sign_in(${username})`.execute(db);
  const row = rows[0];
  return (
    row && {
      memberId: row.member_id,
      accountId: row.account_id,
      passwordHash: row.password_hash,
      subsiteId: row.subsite_id,
      isDisabled: row.disabled,
      isClosed: row.closed,
      hasTwoFactor: row.two_factor,
    }
  );
}

/** Why a sign-in was refused, on the account's record; an unknown name costs a row as well, so that the time tells nothing. */
export async function noteRefusal(db: Kysely<Db>, memberId: number | undefined, now: Date, reason: string): Promise<void> {
  await sql`SELECT note_refused_sign_in(${memberId ?? null}, ${now}, ${reason})`.execute(db);
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
      'member.language',
      'member.two_factor',
      'account.time_zone',
      'account.currency',
      'account.subsite_id',
      'account.parent_id',
      'account.name as account_name',
      'account.notice_required_at',
      'member.notice_acknowledged_at',
    ])
    .executeTakeFirstOrThrow();
