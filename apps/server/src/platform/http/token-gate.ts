import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '@spora/contract/endpoint';
import { effectOf } from '@spora/contract/path';
import { PATHS } from '@spora/contract/paths';
import { type AuditDetails, writeAudit } from '../observing/audit.ts';
import type { AccountId, MemberActor } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { hashOfToken } from './session-gate.ts';

/** So that whoever finds one knows what it is, and a scanner for leaked secrets finds it. */
export const API_TOKEN_PREFIX = 'spora_';
const API_TOKEN = /^Bearer +(spora_[A-Za-z0-9_-]{43})$/i;

/** The hash of an API token in an Authorization header; null when there is none of its form. */
export function apiTokenHash(header: string | undefined): Buffer | null {
  const token = API_TOKEN.exec(header ?? '')?.[1];
  return token === undefined ? null : hashOfToken(token);
}

/** Rooms that are people's own or guard the doors: no token opens anything in them (decision 0026). */
const SHUT_ROOMS: readonly string[] = [
  'auth',
  'second-factor',
  'users',
  'support',
  'integrations',
  'registration',
  'alarms',
  'single-sign-on',
];

/** What a token needs to call an endpoint: the right to read or to write, or `shut` when none may. */
export function tokenAccessOf({ id, kind, access, token }: Endpoint): 'read' | 'write' | 'shut' {
  if (access === 'token') return 'read';
  if (access !== 'user' && access !== 'admin') return 'shut';
  if (token === 'shut' || SHUT_ROOMS.includes(id.split('.')[0] ?? '')) return 'shut';
  // Files and streams are made for people and their browsers.
  if (kind !== 'json' && kind !== 'packed') return 'shut';
  return effectOf(PATHS[id]) === 'reads' ? 'read' : 'write';
}

export interface TokenActor extends MemberActor {
  readonly token: NonNullable<MemberActor['token']>;
}

/** No session has this id. */
const NO_SESSION = 0;

/**
 * In whose name a token acts: the administrator who made it. Null for one that is over, or whose maker is an administrator no more.
 * The account's log gets a line at the first use of each day.
 */
export async function memberOfToken(db: Kysely<Db>, tokenHash: Buffer, now: Date): Promise<TokenActor | null> {
  const { rows } = await sql<{
    token_id: number;
    token_name: string;
    rights: 'read' | 'write';
    member_id: number;
    account_id: number;
    real_time_map: boolean;
    time_zone: string;
    first_of_day: boolean;
    private_closed: boolean;
  }>`SELECT *, is_private_closed(member_id) AS private_closed FROM use_api_token(${tokenHash}, ${now})`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const actor: TokenActor = {
    kind: 'member',
    accountId: row.account_id as AccountId,
    memberId: row.member_id,
    sessionId: NO_SESSION,
    isAdmin: true,
    mayUseMap: row.real_time_map,
    isPrivateClosed: row.private_closed,
    timeZone: row.time_zone,
    token: { id: row.token_id, name: row.token_name, rights: row.rights },
  };
  if (row.first_of_day) await noteUse(db, actor, now, 'api-token-used');
  return actor;
}

/** A line of the account's log about what a token did; `call` names the endpoint of a write. */
export const noteUse = (
  db: Kysely<Db>,
  { accountId, memberId, token }: TokenActor,
  at: Date,
  action: 'api-token-used' | 'api-token-wrote',
  details: AuditDetails = {},
): Promise<void> => writeAudit(db, { accountId, at, actor: { kind: 'member', memberId }, action, subject: token.name, details });
