import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { IssuedCode } from '../../../core/people/sign-in-code.ts';

export interface StaffCandidate {
  readonly staffId: number;
  readonly passwordHash: string;
  readonly isDisabled: boolean;
}

export async function candidateByEmail(db: Kysely<Db>, email: string): Promise<StaffCandidate | undefined> {
  const { rows } = await sql<{ staff_id: number; password_hash: string; disabled: boolean }>`
    SELECT staff_id, password_hash, disabled FROM find_support_for_sign_in(${email})`.execute(db);
  const row = rows[0];
  return row && { staffId: row.staff_id, passwordHash: row.password_hash, isDisabled: row.disabled };
}

export interface NewSupportSession {
  readonly staffId: number;
  readonly tokenHash: Buffer;
  readonly at: Date;
  readonly until: Date;
  readonly isPending: boolean;
  /** What the password was judged against; null behind a code. */
  readonly judgedHash: string | null;
}

/** Opens a session; false when the staff member is switched off, or the password that was judged is theirs no longer. */
export async function insertSession(db: Kysely<Db>, session: NewSupportSession): Promise<boolean> {
  const { staffId, tokenHash, at, until, isPending, judgedHash } = session;
  const { rows } = await sql<{ id: number | null }>`
    SELECT open_support_session(${staffId}, ${tokenHash}, ${at}, ${until}, ${isPending}, ${judgedHash}) AS id`.execute(db);
  return (rows[0]?.id ?? null) !== null;
}

/** Ends a session with its codes and visits; false when it had ended before. */
export async function deleteSession(db: Kysely<Db>, sessionId: number): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`SELECT end_support_session(${sessionId}) AS gone`.execute(db);
  return rows[0]?.gone ?? false;
}

/** The codes of a session that waits, the newest first. */
export async function codesOf(db: Kysely<Db>, sessionId: number): Promise<IssuedCode[]> {
  const { rows } = await sql<{
    id: number;
    code_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    wrong_attempts: number;
    ended_at: Date | null;
  }>`SELECT id, code_hash, created_at, expires_at, wrong_attempts, ended_at FROM support_codes(${sessionId})`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    codeHash: row.code_hash,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    wrongAttempts: row.wrong_attempts,
    endedAt: row.ended_at,
  }));
}

/** Issues a code; those before it end. Answers its id. */
export async function insertCode(
  db: Kysely<Db>,
  sessionId: number,
  code: { codeHash: Buffer; at: Date; until: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT add_support_code(${sessionId}, ${code.codeHash}, ${code.at}, ${code.until}) AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('A code was not kept.');
  return id;
}

/** Notes a wrong attempt at a code, and that it ends with it. */
export async function noteWrong(db: Kysely<Db>, codeId: number, endedAt: Date | null): Promise<void> {
  await sql`SELECT note_wrong_support_code(${codeId}, ${endedAt})`.execute(db);
}
