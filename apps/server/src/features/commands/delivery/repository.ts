import { type Kysely, sql } from 'kysely';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';

/** A late answer is taken for so long after the time-out. */
const LATE_ANSWER = sql`interval '1 day'`;

export interface Unsettled {
  readonly id: number;
  readonly tracker_id: number;
  readonly state: string;
}

/** Commands that somebody waits for, oldest first: of few rows, by an index of its own. */
export const unsettled = async (db: Kysely<Db>, now: Date): Promise<Unsettled[]> => {
  const { rows } = await sql<Unsettled>`
    SELECT id, tracker_id, state FROM command
    WHERE state IN ('waiting', 'sent', 'queued', 'timed-out')
      AND (state IN ('waiting', 'sent') OR coalesce(unconfirmed_at, ended_at) > ${now}::timestamptz - ${LATE_ANSWER})
    ORDER BY id`.execute(db);
  return rows;
};

/** Writes down whose time is up. Of one unit, or of all. Answers the commands. */
export async function settleOverdue(db: Kysely<Db>, now: Date, unitId?: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE command SET state = CASE state WHEN 'sent' THEN 'timed-out' ELSE 'expired' END, unconfirmed_at = ${now},
      ended_at = CASE state WHEN 'sent' THEN NULL ELSE ${now}::timestamptz END
    WHERE ((state = 'waiting' AND expires_at <= ${now}) OR (state = 'sent' AND confirm_by <= ${now}))
      AND (${unitId ?? null}::bigint IS NULL OR unit_id = ${unitId ?? null}) RETURNING id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Outputs that a later record reports as they were wished: as good as an answer (OUT-011). Only the newest change of an output, and
 * only records that the tracker made after it was sent. Answers the commands.
 */
export async function confirmByReports(db: Kysely<Db>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE command c SET state = 'acknowledged', ended_at = ${now}
    FROM unit_latest l
    WHERE c.kind = 'output' AND c.state IN ('sent', 'queued', 'timed-out') AND l.unit_id = c.unit_id
      AND (l.named ->> ('output_' || (c.parameters ->> 'output')))::boolean = (c.parameters ->> 'isOn')::boolean
      AND to_timestamp((l.named ->> ('output_' || (c.parameters ->> 'output') || '_at_ms'))::double precision / 1000) > c.sent_at
      AND NOT EXISTS (SELECT FROM command newer WHERE newer.unit_id = c.unit_id AND newer.subject = c.subject AND newer.id > c.id
        AND newer.sent_at IS NOT NULL) RETURNING c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Takes a command for sending: its text, or null when it may not be sent (any more). Once taken it is never taken again. Not while
 * another of the tracker is unanswered, and not when the tracker no longer sits in the unit that it was meant for.
 */
export async function takeForSending(db: Kysely<Db>, id: number, now: Date, confirmationS: number): Promise<string | null> {
  try {
    const { rows } = await sql<{ text: string }>`
      UPDATE command c SET state = 'sent', sent_at = ${now},
        confirm_by = coalesce(c.confirm_by, ${now}::timestamptz + make_interval(secs => ${confirmationS}))
      WHERE c.id = ${id} AND c.state = 'waiting' AND c.expires_at > ${now}
        AND NOT EXISTS (SELECT FROM command other WHERE other.tracker_id = c.tracker_id AND other.state = 'sent')
        AND EXISTS (SELECT FROM fitting f WHERE f.tracker_id = c.tracker_id AND f.unit_id = c.unit_id AND upper_inf(f.during))
      RETURNING c.text`.execute(db);
    return rows[0]?.text ?? null;
  } catch (error) {
    // Another gateway was quicker with another command of the same tracker.
    if (violates(error, 'command_one_sent')) return null;
    throw error;
  }
}

export interface Awaited {
  readonly id: number;
  readonly state: string;
  readonly kind: string;
  readonly family: string;
  readonly parameters: unknown;
}

/** What an answer of the tracker may belong to, newest first. */
export const awaitedOf = async (db: Kysely<Db>, trackerId: number, now: Date): Promise<Awaited[]> => {
  const { rows } = await sql<Awaited>`
    SELECT id, state, kind, family, parameters FROM command
    WHERE tracker_id = ${trackerId} AND state IN ('sent', 'timed-out')
      AND (state = 'sent' OR unconfirmed_at > ${now}::timestamptz - ${LATE_ANSWER})
    ORDER BY id DESC`.execute(db);
  return rows;
};

/** Writes what the tracker said; false when it is settled already. */
export async function settle(
  db: Kysely<Db>,
  { id, state, answer, at }: { id: number; state: string; answer: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('command')
    .set({ state, answer, ended_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'timed-out'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
