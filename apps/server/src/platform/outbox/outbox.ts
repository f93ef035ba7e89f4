import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Counter } from 'prom-client';
import type { z } from 'zod';
import type { Db } from '../database/db.generated.ts';
import type { Job } from '../jobs/jobs.ts';
import { metrics } from '../observing/metrics.ts';

/** The tables that are outbox and delivery log at once. */
export type Outbox = 'sms' | 'push';

/** The delivery log. */
export const OUTBOX_LOG_DAYS = 90;
/** Longer than any adapter takes: whoever is still at it after this has died. */
const CLAIM_MS = 120_000;
/** All attempts of a job together take hours; what waits longer has lost its job. */
const GIVEN_UP_MS = 24 * 3_600_000;
const TAKEN_UP_AT_ONCE = 500;

const ended = new Counter({
  name: 'spora_messages_total',
  help: 'Text messages and push by what became of them; "retried" is an attempt that will be repeated, "uncertain" one whose answer never came',
  labelNames: ['channel', 'outcome'],
  registers: [metrics],
});

/** Counts what became of messages. */
export const countMessages = (channel: Outbox, outcome: string, count = 1): void => ended.inc({ channel, outcome }, count);

/** Whether nobody else is at it, and it still waits. */
const isFree = (at: Date) => sql`state = 'queued' AND (sending_until IS NULL OR sending_until <= ${at})`;

/**
 * Takes a message for one attempt, in a statement of its own: no transaction is open while a provider thinks. False where it has left,
 * or another worker is at it. Where the worker before was killed, nobody knows whether it sent the message: that is marked and counted.
 */
export async function claimMessage(db: Kysely<Db>, outbox: Outbox, id: number, at: Date): Promise<boolean> {
  const until = new Date(at.getTime() + CLAIM_MS);
  const { rows } = await sql<{ was_left: boolean }>`
    WITH found AS (
      SELECT id AS found_id, sending_until IS NOT NULL AS was_left FROM ${sql.table(outbox)} WHERE id = ${id} AND ${isFree(at)} FOR UPDATE)
    UPDATE ${sql.table(outbox)} SET attempts = attempts + 1, sending_until = ${until}, is_uncertain = is_uncertain OR was_left
    FROM found WHERE id = found_id RETURNING was_left`.execute(db);
  if (rows[0]?.was_left) countMessages(outbox, 'uncertain');
  return rows.length > 0;
}

export interface MessageEnd {
  readonly state: string;
  readonly at: Date;
  readonly reason?: string | null;
  /** Columns that are set besides, as SQL. */
  readonly also?: RawBuilder<unknown>;
}

/** What the message says leaves the database with it. */
export async function endMessage(db: Kysely<Db>, outbox: Outbox, id: number, end: MessageEnd): Promise<void> {
  const { state, at, reason = null, also = sql`` } = end;
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(outbox)} SET state = ${state}, ended_at = ${at}, last_error = ${reason}, sending_until = NULL, body = '' ${also}
    WHERE id = ${id} AND state = 'queued'`.execute(db);
  if (numAffectedRows) countMessages(outbox, state);
}

/** It will be tried again; `isUncertain`: the attempt may have sent it. */
export async function retryMessage(
  db: Kysely<Db>,
  outbox: Outbox,
  id: number,
  { reason, isUncertain }: { readonly reason: string; readonly isUncertain: boolean },
): Promise<void> {
  await sql`UPDATE ${sql.table(outbox)} SET sending_until = NULL, last_error = ${reason}, is_uncertain = is_uncertain OR ${isUncertain}
    WHERE id = ${id} AND state = 'queued'`.execute(db);
  countMessages(outbox, 'retried');
}

/** What a killed worker left behind is taken up again; what is too late is not sent any more. Answers how many had lost their job. */
export async function sweepOutbox<P extends z.ZodType>(
  db: Kysely<Db>,
  outbox: Outbox,
  { at, job, idName }: { readonly at: Date; readonly job: Job<P>; readonly idName: string },
): Promise<number> {
  await endAll(db, outbox, { state: 'expired', at, which: sql`expires_at <= ${at}` });
  const lost = await endAll(db, outbox, {
    state: 'failed',
    at,
    which: sql`queued_at < ${new Date(at.getTime() - GIVEN_UP_MS)}`,
  });
  await sql`
    SELECT add_job(${job.name}, json_build_object(${idName}::text, id), ${`${job.name}:`} || id, NULL, ${job.retry.attempts})
    FROM ${sql.table(outbox)} WHERE state = 'queued' AND sending_until <= ${at} ORDER BY id LIMIT ${TAKEN_UP_AT_ONCE}`.execute(
    db,
  );
  return lost;
}

async function endAll(
  db: Kysely<Db>,
  outbox: Outbox,
  { state, at, which }: { readonly state: string; readonly at: Date; readonly which: RawBuilder<unknown> },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE ${sql.table(outbox)} SET state = ${state}, ended_at = ${at}, sending_until = NULL, body = '',
      is_uncertain = is_uncertain OR sending_until IS NOT NULL
    WHERE ${isFree(at)} AND ${which}`.execute(db);
  countMessages(outbox, state, Number(numAffectedRows));
  return Number(numAffectedRows);
}

/** CONST-060: forgets what is older than the delivery log. */
export async function forgetMessages(db: Kysely<Db>, outbox: Outbox, at: Date): Promise<void> {
  await sql`DELETE FROM ${sql.table(outbox)} WHERE queued_at < ${at}::timestamptz - make_interval(days => ${OUTBOX_LOG_DAYS})`.execute(
    db,
  );
}
