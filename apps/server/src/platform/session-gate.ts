import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { SESSION_IDLE_S } from '@spora/contract/limits';
import type { AccountId, MemberActor } from './ctx.ts';
import type { Db } from './db.generated.ts';

/** 32 random bytes as base64url; anything else cannot be one of our tokens and never reaches the database. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** SHA-256 of a token: what the database holds, so that a leaked table opens nothing. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The hash of the bearer token of an Authorization header; null when there is none of our form. */
export function bearerHash(header: string | undefined): Buffer | null {
  const [scheme, token, ...rest] = (header ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0 || !TOKEN.test(token)) return null;
  return hashOfToken(token);
}

/**
 * The member behind a live session, or null: unknown, expired, idle for too long, signed out, or the member is disabled.
 * Asks the database every time, so that an ended session is over at once. The only place that makes an `AccountId`
 * for the interface.
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
