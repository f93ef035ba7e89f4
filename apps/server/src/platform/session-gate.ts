import { createHash, createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_IDLE_S } from '@spora/contract/limits';
import type { AccountId, MemberActor, PendingActor } from './ctx.ts';
import type { Db } from './db.generated.ts';

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
  }>`SELECT session_id, member_id, account_id, is_admin, real_time_map, time_zone
     FROM use_session(${tokenHash}, ${now}, make_interval(secs => ${SESSION_IDLE_S}))`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: row.session_id,
    isAdmin: row.is_admin,
    mayUseMap: row.real_time_map,
    timeZone: row.time_zone,
  };
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
