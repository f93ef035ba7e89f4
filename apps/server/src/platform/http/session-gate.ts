import { createHash, createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_IDLE_S, SUPPORT_IDLE_S } from '@spora/contract/limits';
import type { Language } from '@spora/messages/languages';
import {
  type AccountId,
  type MemberActor,
  NOBODY,
  type PendingActor,
  type PendingSupportActor,
  setAccount,
  type SupportActor,
} from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';

/** 32 random bytes as base64url; anything else cannot be one of our tokens and never reaches the database. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** SHA-256 of a token: what the database holds, so that a leaked table opens nothing. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A token as the contract's headers carry it, hashed; null for anything that cannot be one of ours. */
export const hashOfHeader = (token: string | undefined): Buffer | null =>
  token !== undefined && TOKEN.test(token) ? hashOfToken(token) : null;

/** The hash of the bearer token of an Authorization header; null when there is none of our form. */
export const bearerHash = (header: string | undefined): Buffer | null => hashOfHeader(bearerToken(header));

/**
 * A key that only the bearer of the token brings along: it is made of the token anew at each call and stands nowhere. What is hashed
 * with it cannot be tried out by somebody who has the database, six digits or not. Null without a token of our form.
 */
export function bearerKey(header: string | undefined): Buffer | null {
  const token = bearerToken(header);
  return token !== undefined && TOKEN.test(token) ? createHmac('sha256', token).update('spora: sign-in code').digest() : null;
}

function bearerToken(header: string | undefined): string | undefined {
  const [scheme, token, ...rest] = (header ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined;
}

/**
 * The member behind a live session, or null: unknown, expired, idle for too long, signed out, still waiting for the second
 * factor, or the member is disabled or the account closed. Asks the database every time, so that an ended session is over at
 * once. With `pendingOfSession` the only place that makes an `AccountId` for the interface.
 */
export async function memberOfSession(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<MemberActor | null> {
  const { rows } = await sql<{
    session_id: number;
    member_id: number;
    account_id: number;
    is_admin: boolean;
    real_time_map: boolean;
    time_zone: string;
    lacks_factor: boolean;
    private_closed: boolean;
  }>`SELECT session_id, member_id, account_id, is_admin, real_time_map, time_zone, lacks_factor,
      is_private_closed(member_id) AS private_closed
     FROM use_session(${tokenHash}, ${now}, make_interval(secs => ${SESSION_IDLE_S}))`.execute(db);
  const row = rows[0];
  if (!row) return visitorOf(db, tokenHash, now);
  return {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: row.session_id,
    isAdmin: row.is_admin,
    mayUseMap: row.real_time_map,
    isPrivateClosed: row.private_closed,
    timeZone: row.time_zone,
    ...(row.lacks_factor ? { lacksFactor: true } : {}),
  };
}

/** One of the support staff in an account that they opened, who sees what its administrators see (DEC-77). */
async function visitorOf(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<MemberActor | null> {
  const { rows } = await sql<{
    visit_id: number;
    full_name: string;
    until: Date;
    account_id: number;
    real_time_map: boolean;
    time_zone: string;
  }>`SELECT visit_id, full_name, until, account_id, real_time_map, time_zone
     FROM use_support_visit(${tokenHash}, ${now}, make_interval(secs => ${SUPPORT_IDLE_S}))`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: NOBODY,
    sessionId: NOBODY,
    isAdmin: true,
    mayUseMap: row.real_time_map,
    isPrivateClosed: true,
    timeZone: row.time_zone,
    visit: { id: row.visit_id, staffName: row.full_name, until: row.until },
  };
}

/** Who of the support staff a live session is, or null: also for one that waits for its code, and for a disabled one. */
export async function supportOfSession(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<SupportActor | null> {
  const { rows } = await sql<{ session_id: number; staff_id: number; full_name: string; email: string; language: Language }>`
    SELECT session_id, staff_id, full_name, email, language
    FROM use_support_session(${tokenHash}, ${now}, make_interval(secs => ${SUPPORT_IDLE_S}))`.execute(db);
  const row = rows[0];
  return row
    ? {
        kind: 'support',
        staffId: row.staff_id,
        sessionId: row.session_id,
        staffName: row.full_name,
        email: row.email,
        language: row.language,
      }
    : null;
}

/** Whose code this token of the staff waits for, or null. */
export async function pendingSupportOfSession(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<PendingSupportActor | null> {
  const { rows } = await sql<{ session_id: number; staff_id: number; email: string }>`
    SELECT session_id, staff_id, email FROM use_pending_support_session(${tokenHash}, ${now})`.execute(db);
  const row = rows[0];
  return row ? { kind: 'support-pending', staffId: row.staff_id, sessionId: row.session_id, email: row.email } : null;
}

/**
 * Writes into the account's log what a visitor looks at, the first time in the visit; a unit that is named counts by itself.
 * In a transaction of its own, since reads have none that may write.
 */
export async function noteView(db: Kysely<Db>, visitId: number, now: Date, view: { area: string; imei: string }): Promise<void> {
  await sql`SELECT note_support_view(${visitId}, ${now}, ${view.area}, ${view.imei})`.execute(db);
}

/** Whose second factor this token waits for, or null. A full session is none: it has nothing left to show. */
export async function pendingOfSession(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<PendingActor | null> {
  const { rows } = await sql<{ session_id: number; member_id: number; account_id: number; remember: boolean }>`
    SELECT session_id, member_id, account_id, remember FROM use_pending_session(${tokenHash}, ${now})`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    kind: 'pending',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: row.session_id,
    isRemembered: row.remember,
  };
}

/** The account that a session of the staff has open, and the visit; null when it is not open. Only then is it put in force. */
export async function enterAccount(
  db: Kysely<Db>,
  { sessionId }: Pick<SupportActor, 'sessionId'>,
  account: number,
  now: Date,
): Promise<{ accountId: AccountId; visitId: number } | null> {
  const { rows } = await sql<{
    visit: number | null;
  }>`SELECT live_support_visit(${sessionId}, ${account}, ${now}) AS visit`.execute(db);
  const visitId = rows[0]?.visit ?? null;
  if (visitId === null) return null;
  await setAccount(db, account as AccountId);
  return { accountId: account as AccountId, visitId };
}

/** The account that a case was written in, put in force for its answer; null when there is no such case. */
export async function enterAccountOfCase(db: Kysely<Db>, caseId: number): Promise<AccountId | null> {
  const { rows } = await sql<{ account: number | null }>`SELECT support_case_account(${caseId}) AS account`.execute(db);
  const account = rows[0]?.account ?? null;
  if (account === null) return null;
  await setAccount(db, account as AccountId);
  return account as AccountId;
}
