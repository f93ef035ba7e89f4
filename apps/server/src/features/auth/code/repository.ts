import { type Kysely, sql } from 'kysely';
import type { PendingActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { IssuedCode } from '../../../core/people/sign-in-code.ts';

/** The codes of a pending session, the newest first. */
export async function codesOf(db: Kysely<Db>, { accountId, sessionId }: PendingActor): Promise<IssuedCode[]> {
  const rows = await db
    .selectFrom('sign_in_code')
    .where('account_id', '=', accountId)
    .where('session_id', '=', sessionId)
    .select(['id', 'code_hash', 'created_at', 'expires_at', 'wrong_attempts', 'ended_at'])
    .orderBy('id', 'desc')
    .execute();
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
  actor: PendingActor,
  code: { codeHash: Buffer; at: Date; until: Date },
): Promise<number> {
  await db
    .updateTable('sign_in_code')
    .set({ ended_at: code.at })
    .where('account_id', '=', actor.accountId)
    .where('session_id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .execute();
  const { id } = await db
    .insertInto('sign_in_code')
    .values({
      account_id: actor.accountId,
      member_id: actor.memberId,
      session_id: actor.sessionId,
      code_hash: code.codeHash,
      created_at: code.at,
      expires_at: code.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Notes a wrong attempt at a code, and that it ends with it. */
export async function noteWrong(db: Kysely<Db>, actor: PendingActor, id: number, endedAt: Date | null): Promise<void> {
  await db
    .updateTable('sign_in_code')
    .set({ wrong_attempts: sql`wrong_attempts + 1`, ...(endedAt ? { ended_at: endedAt } : {}) })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .execute();
}
