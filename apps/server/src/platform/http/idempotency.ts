import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { PathId } from '@spora/contract/paths';
import { AppError } from '../app-error.ts';
import type { MemberActor } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { InputError } from './envelope.ts';

/** What a client may send as Idempotency-Key: a random id of its own making. */
const KEY = /^[\x21-\x7e]{8,100}$/;

/** The key of a header; undefined without one. Throws InputError for one that is too short, too long or not plain text. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !KEY.test(header)) throw new InputError({ 'idempotency-key': ['InvalidInput'] });
  return header;
}

export interface IdempotentCall {
  readonly actor: MemberActor;
  readonly key: string;
  readonly endpoint: PathId;
  /** The validated input; the same call with other white space is the same call. */
  readonly input: unknown;
}

/**
 * Runs `work` once per member and key, in the caller's transaction: a repeat gets the first answer, other content under
 * the same key is refused with IdempotencyConflict. Two racing repeats queue on a lock that ends with the transaction.
 * A refused call leaves nothing behind, so its repeat is judged anew.
 */
export async function once(tx: Kysely<Db>, call: IdempotentCall, work: () => Promise<unknown>): Promise<unknown> {
  const { actor, key } = call;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${actor.memberId}:${key}`}, 20))`.execute(tx);
  const hash = createHash('sha256')
    .update(JSON.stringify([call.endpoint, call.input]))
    .digest();
  const earlier = await tx
    .selectFrom('idempotency')
    .select(['request_hash', 'response'])
    .where('member_id', '=', actor.memberId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier) {
    if (!hash.equals(earlier.request_hash)) throw new AppError('IdempotencyConflict');
    return earlier.response;
  }
  const answer = await work();
  await tx
    .insertInto('idempotency')
    .values({
      account_id: actor.accountId,
      member_id: actor.memberId,
      key,
      endpoint: call.endpoint,
      request_hash: hash,
      response: JSON.stringify(answer),
    })
    .execute();
  return answer;
}
