import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_IDLE_S } from '@spora/contract/limits';
import type { AccountId, MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { noteKnown } from './known-callers.ts';
import { audit } from './audit.ts';

export interface NewSession {
  readonly memberId: number;
  readonly tokenHash: Buffer;
  readonly isRemembered: boolean;
  readonly userAgent: string;
  readonly at: Date;
  readonly until: Date;
  readonly isPending: boolean;
  /** The trusted browser that it belongs to. */
  readonly browserId: number | null;
  /** The stored hash that the password was judged against; null where no password was. */
  readonly judgedHash: string | null;
}

/** Opens a session; false when the member is no longer there, or the password that was judged is theirs no longer. */
export async function insertSession(db: Kysely<Db>, session: NewSession): Promise<boolean> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT open_session(${session.memberId}, ${session.tokenHash}, ${session.isRemembered}, ${session.userAgent},
      ${session.at}, ${session.until}, ${session.isPending}, ${session.browserId}, ${session.judgedHash}) AS id`.execute(db);
  return (rows[0]?.id ?? null) !== null;
}

/** Whoever changes the member from here on waits for this transaction: taken before a session is ended in exchange for another. */
export async function holdMember(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<void> {
  await db.selectFrom('member').where('account_id', '=', accountId).where('id', '=', memberId).select('id').forShare().execute();
}

/** Live full sessions of a member, the one used last first. */
export const liveSessions = (db: Kysely<Db>, accountId: AccountId, memberId: number, now: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('is_pending', '=', false)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', new Date(now.getTime() - SESSION_IDLE_S * 1000))
    .select(['id', 'user_agent', 'created_at', 'last_used_at', 'expires_at', 'trusted_browser_id'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Ends one session of a member; false when there is none. */
export async function deleteSession(db: Kysely<Db>, accountId: AccountId, memberId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Ends the sessions of a member, those that wait for a code too; answers how many were open in full. */
export async function deleteSessions(
  db: Kysely<Db>,
  accountId: AccountId,
  memberId: number,
  { except, onlyPending = false }: { except?: number | undefined; onlyPending?: boolean },
): Promise<number> {
  let query = db.deleteFrom('session').where('account_id', '=', accountId).where('member_id', '=', memberId);
  if (except !== undefined) query = query.where('id', '!=', except);
  if (onlyPending) query = query.where('is_pending', '=', true);
  const gone = await query.returning('is_pending').execute();
  return gone.filter((row) => !row.is_pending).length;
}

export interface NewBrowser {
  readonly accountId: AccountId;
  readonly memberId: number;
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly at: Date;
  readonly until: Date;
}

export async function insertBrowser(db: Kysely<Db>, browser: NewBrowser): Promise<number> {
  const { id } = await db
    .insertInto('trusted_browser')
    .values({
      account_id: browser.accountId,
      member_id: browser.memberId,
      token_hash: browser.tokenHash,
      user_agent: browser.userAgent,
      created_at: browser.at,
      last_used_at: browser.at,
      expires_at: browser.until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  noteKnown(browser.tokenHash);
  return id;
}

/** The trusted browser that a token was given to, and whose it is; also where no account is in force. */
export async function findBrowser(
  db: Kysely<Db>,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: number; memberId: number } | null> {
  const { rows } = await sql<{ browser_id: number; member_id: number }>`
    SELECT browser_id, member_id FROM find_trusted_browser(${tokenHash}, ${now})`.execute(db);
  const row = rows[0];
  return row ? { id: row.browser_id, memberId: row.member_id } : null;
}

export async function touchBrowser(db: Kysely<Db>, accountId: AccountId, id: number, now: Date): Promise<void> {
  await db
    .updateTable('trusted_browser')
    .set({ last_used_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

export const liveBrowsers = (db: Kysely<Db>, accountId: AccountId, memberId: number, now: Date) =>
  db
    .selectFrom('trusted_browser')
    .where('account_id', '=', accountId)
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .select(['id', 'token_hash', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Forgets one trusted browser of a member, or all; answers how many there were. */
export async function deleteBrowsers(db: Kysely<Db>, accountId: AccountId, memberId: number, id?: number): Promise<number> {
  let query = db.deleteFrom('trusted_browser').where('account_id', '=', accountId).where('member_id', '=', memberId);
  if (id !== undefined) query = query.where('id', '=', id);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Ends the sessions of a member of the actor's account, also those that still wait for a code. Who calls has judged that the actor
 * may; the account must be in force. Answers how many full ones there were.
 */
export async function endSessionsOf(ctx: MemberCtx, memberId: number, { except }: { except?: number } = {}): Promise<number> {
  const ended = await deleteSessions(ctx.db, ctx.actor.accountId, memberId, { except });
  if (ended > 0) await auditSessions(ctx, 'session-ended', ended, memberId);
  return ended;
}

/** Forgets every trusted browser of a member of the actor's account: the next sign-in asks for a code again. As `endSessionsOf`. */
export async function forgetBrowsersOf(ctx: MemberCtx, memberId: number): Promise<number> {
  const ended = await deleteBrowsers(ctx.db, ctx.actor.accountId, memberId);
  if (ended > 0) await auditSessions(ctx, 'browser-forgotten', ended, memberId);
  return ended;
}

export const auditSessions = (
  ctx: MemberCtx,
  action: 'session-ended' | 'browser-forgotten',
  count: number,
  memberId = ctx.actor.memberId,
) => audit(ctx, action, '', { count, member: memberId });
