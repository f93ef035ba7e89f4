import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

export interface SignInCandidate {
  readonly memberId: number;
  readonly accountId: number;
  readonly passwordHash: string;
  readonly subsiteId: number;
  readonly isDisabled: boolean;
  readonly isClosed: boolean;
  /** Of whatever kind. */
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

/** Whether the member's account has passwords open nothing for them. */
export async function isPasswordShut(db: Kysely<Db>, memberId: number): Promise<boolean> {
  const { rows } = await sql<{ shut: boolean }>`SELECT is_password_shut(${memberId}) AS shut`.execute(db);
  return rows[0]?.shut ?? false;
}
