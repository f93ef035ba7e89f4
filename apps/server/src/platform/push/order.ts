import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/db.generated.ts';
import { addJob, defineJob } from '../jobs/jobs.ts';
import type { PushUrgency } from '../ports.ts';
import { pushBody, type PushMessage } from './push-message.ts';

export const sendPush = defineJob({
  name: 'push.send',
  payload: z.object({ push_id: z.number().int() }),
  retry: { attempts: 10 },
});

/** A browser that is away for longer does not hear of it by push. */
const KEPT_MS = 24 * 3_600_000;

export interface PushOrder extends PushMessage {
  readonly memberId: number;
  readonly at: Date;
  readonly urgency?: PushUrgency;
  /** A newer one with the same topic takes the place of one that still waits at the push service: up to 32 of A-Z, a-z, 0-9, _ and -. */
  readonly topic?: string;
  /** Not worth showing later than this; a day unless told. */
  readonly expiresAt?: Date;
  /** A second order with the same key is the first. */
  readonly dedupKey?: string;
}

/**
 * Orders a push to each browser of a member, inside the caller's transaction. Any role may. Answers the ids in the delivery log: none
 * where the member has no browser that asked for it, has stopped push or cannot sign in. Throws for a title or an address that is too long.
 */
export async function orderPush(db: Kysely<Db>, order: PushOrder): Promise<readonly number[]> {
  const { memberId, at, urgency = 'normal', topic = null, dedupKey = null } = order;
  const expiresAt = order.expiresAt ?? new Date(at.getTime() + KEPT_MS);
  const { rows } = await sql<{ id: number }>`
    SELECT order_push(${memberId}, ${pushBody(order)}, ${urgency}, ${topic}, ${dedupKey}, ${at}, ${expiresAt}) AS id`.execute(db);
  for (const { id } of rows) await addJob(db, sendPush, { push_id: id }, { key: String(id) });
  return rows.map(({ id }) => id);
}
