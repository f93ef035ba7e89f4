import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { CallData, CallInput, Endpoint } from '@spora/contract/endpoint';
import type { Envelope, ErrorsBody } from '@spora/contract/envelope';
import { PATHS, pathOf } from '@spora/contract/paths';
import type { Db } from '../platform/database/db.generated.ts';
import { writeAudit } from '../platform/observing/audit.ts';
import { hashOfToken } from '../platform/http/session-gate.ts';

/** What goes over the wire; the program sends it to its own address, tests into the application. */
export type Send = (request: {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body: string | undefined;
}) => Promise<{ readonly status: number; readonly text: string }>;

/** A call of the interface was refused. */
export class Refused extends Error {
  readonly keys: readonly string[];
  constructor(id: string, status: number, keys: readonly string[]) {
    super(`the demo's ${id} was answered ${status}: ${keys.join(', ')}`);
    this.keys = keys;
  }
}

/** One of the demo's people, who calls the interface as the web does. */
export interface StoryCaller {
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
}

/** Of seconds; long enough for a story on a slow machine. */
const SESSION_S = 1800;
/** Between two calls, so that the demo's visitor comes first. */
const PAUSE_MS = 15;

export interface StoryPeople {
  /** By user name. */
  as(email: string): Promise<StoryCaller>;
  /** Ends the sessions that were opened. */
  close(): Promise<void>;
}

/** Opens sessions as signing in does, without the passwords that nobody has. */
export function createStoryPeople(
  { api, owner }: { api: Kysely<Db>; owner: Kysely<Db> },
  send: Send,
  now: () => Date,
): StoryPeople {
  const open = new Map<string, { token: string; caller: StoryCaller }>();
  return {
    async as(email) {
      const known = open.get(email);
      if (known) return known.caller;
      const { id, account_id } = await owner
        .selectFrom('member')
        .select(['id', 'account_id'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const until = new Date(at.getTime() + SESSION_S * 1000);
      await sql`SELECT open_session(${id}, ${hashOfToken(token)}, false, 'Spora demo', ${at}, ${until})`.execute(api);
      await noteFirst(owner, { id, account_id }, at);
      const caller = callerOf(send, token);
      open.set(email, { token, caller });
      return caller;
    },
    async close() {
      const hashes = [...open.values()].map(({ token }) => hashOfToken(token));
      open.clear();
      if (hashes.length > 0) await owner.deleteFrom('session').where('token_hash', 'in', hashes).execute();
    },
  };
}

/** Whoever does something here was here: their first sign-in stays on record when the session is gone. */
async function noteFirst(owner: Kysely<Db>, member: { id: number; account_id: number }, at: Date): Promise<void> {
  const known = await owner
    .selectFrom('audit_entry')
    .select('id')
    .where('account_id', '=', member.account_id)
    .where('actor_member_id', '=', member.id)
    .where('action', '=', 'signed-in')
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  const actor = { kind: 'member', memberId: member.id } as const;
  await writeAudit(owner, { accountId: member.account_id, at, actor, action: 'signed-in' });
}

function callerOf(send: Send, token: string): StoryCaller {
  return {
    async call(endpoint, input) {
      const { params, query, body } = input as {
        params?: Record<string, string | number>;
        query?: Record<string, string>;
        body?: object;
      };
      const search = query ? `?${new URLSearchParams(query).toString()}` : '';
      const { status, text } = await send({
        method: PATHS[endpoint.id][0],
        url: pathOf(endpoint.id, params) + search,
        token,
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      const envelope = JSON.parse(text) as Envelope<CallData<typeof endpoint>>;
      if (!envelope.success) throw new Refused(endpoint.id, status, keysOf(envelope.errors));
      return envelope.data;
    },
  };
}

const keysOf = (errors: ErrorsBody): string[] =>
  typeof errors === 'string' ? [errors] : Object.values(errors).flat().map(String);

/** Sends to the program that listens there. */
export const sendTo =
  (address: string): Send =>
  async ({ method, url, token, body }) => {
    const answer = await fetch(address + url, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
