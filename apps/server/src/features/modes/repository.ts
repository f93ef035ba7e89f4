import { type Mode, MODE_FACTS } from '@spora/contract/modes/modes';
import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import { int8Array } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { ATTEMPTS_MAX, RETRY_MS } from './rules.ts';

export interface NewRequest {
  readonly accountId: AccountId;
  readonly unitId: number;
  /** Null where theft mode began or ended by itself. */
  readonly memberId: number | null;
  readonly mode: Mode;
  /** Seconds between reports while it stands, where that is not what the mode says. */
  readonly stillS?: number;
  readonly at: Date;
}

/** MODE-008: a newer request takes the place of the one that waits. To be ordered at once. */
export async function insertRequest(
  db: Kysely<Db>,
  { accountId, unitId, memberId, mode, stillS, at }: NewRequest,
): Promise<number> {
  await giveUp(db, unitId, 'replaced', at);
  const { id } = await db
    .insertInto('unit_mode')
    .values({
      account_id: accountId,
      unit_id: unitId,
      mode,
      still_s: stillS ?? MODE_FACTS[mode].stillS,
      requested_at: at,
      member_id: memberId,
      retry_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The request that waits is waited for no more. */
export async function giveUp(db: Kysely<Db>, unitId: number, as: 'withdrawn' | 'replaced' | 'refused', at: Date): Promise<void> {
  await db
    .updateTable('unit_mode')
    .set({ given_up_at: at, given_up_as: as, retry_at: null })
    .where('unit_id', '=', unitId)
    .where('active_from', 'is', null)
    .where('given_up_at', 'is', null)
    .execute();
}

/** The tracker that confirmed it sits in the unit no more. */
export async function endCurrent(db: Kysely<Db>, unitId: number, at: Date): Promise<void> {
  await db
    .updateTable('unit_mode')
    .set({ active_until: at })
    .where('unit_id', '=', unitId)
    .where('active_from', 'is not', null)
    .where('active_until', 'is', null)
    .execute();
}

/** Whether a command of the subject is on its way to the unit's tracker, so that another cannot be ordered yet. */
export async function isOnItsWay(db: Kysely<Db>, unitId: number, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom('command')
    .where('unit_id', '=', unitId)
    .where('subject', '=', subject)
    .where('state', '=', 'sent')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const noteOrdered = (db: Kysely<Db>, id: number, commandId: number): Promise<unknown> =>
  sql`UPDATE unit_mode SET command_id = ${commandId}, retry_at = NULL, attempts = attempts + 1 WHERE id = ${id}`.execute(db);

export const noteTooSoon = (db: Kysely<Db>, id: number, at: Date): Promise<unknown> =>
  sql`UPDATE unit_mode SET retry_at = ${new Date(at.getTime() + RETRY_MS)} WHERE id = ${id}`.execute(db);

export interface ToOrder {
  readonly id: number;
  readonly account_id: AccountId;
  readonly unit_id: number;
  readonly member_id: number | null;
  readonly mode: Mode;
  readonly still_s: number;
}

/** Requests that no command carries, taken for one worker. */
export async function toOrder(db: Kysely<Db>, now: Date, limit: number): Promise<ToOrder[]> {
  const { rows } = await sql<ToOrder>`
    SELECT id, account_id, unit_id, member_id, mode, still_s FROM unit_mode WHERE retry_at <= ${now} AND active_from IS NULL AND given_up_at IS NULL
    ORDER BY retry_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows;
}

export interface SettledUnit {
  readonly account_id: AccountId;
  readonly unit_id: number;
}

/** The tracker confirmed: from now on it reports so, whatever was asked for since. Answers the units. */
export async function confirm(db: Kysely<Db>, commandIds: readonly number[], now: Date): Promise<SettledUnit[]> {
  const ids = int8Array(commandIds);
  await sql`UPDATE unit_mode o SET active_until = ${now} FROM unit_mode n
    WHERE n.command_id = ANY (${ids}::bigint[]) AND n.active_from IS NULL AND o.unit_id = n.unit_id AND o.active_from IS NOT NULL AND o.active_until IS NULL`.execute(
    db,
  );
  const { rows } = await sql<SettledUnit>`UPDATE unit_mode SET active_from = ${now}, retry_at = NULL
    WHERE command_id = ANY (${ids}::bigint[]) AND active_from IS NULL RETURNING account_id, unit_id`.execute(db);
  // Silence is judged by the mode from now on, and not from the next report.
  await sql`UPDATE unit_latest l SET report_interval_s = greatest(l.report_interval_s, m.still_s), changed_at = ${now} FROM unit_mode m
    WHERE m.unit_id = l.unit_id AND m.unit_id = ANY (${int8Array(rows.map(({ unit_id }) => unit_id))}::bigint[])
      AND m.active_from IS NOT NULL AND m.active_until IS NULL`.execute(db);
  return rows;
}

/** Refused ones are given up; those that found no answer are asked again, for as long as that makes sense. Answers the units. */
export async function fail(db: Kysely<Db>, commandIds: readonly number[], now: Date): Promise<SettledUnit[]> {
  const { rows } = await sql<SettledUnit>`
    UPDATE unit_mode m SET
      given_up_at = CASE WHEN c.state = 'failed' OR m.attempts >= ${ATTEMPTS_MAX} THEN ${now}::timestamptz END,
      given_up_as = CASE WHEN c.state = 'failed' OR m.attempts >= ${ATTEMPTS_MAX} THEN 'refused' END,
      retry_at = CASE WHEN c.state = 'failed' OR m.attempts >= ${ATTEMPTS_MAX} THEN NULL ELSE ${new Date(now.getTime() + RETRY_MS)}::timestamptz END
    FROM command c WHERE c.id = m.command_id AND m.command_id = ANY (${int8Array(commandIds)}::bigint[]) AND m.active_from IS NULL AND m.given_up_at IS NULL
      AND c.state IN ('failed', 'timed-out', 'expired')
    RETURNING m.account_id, m.unit_id`.execute(db);
  return rows;
}

interface Follower {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly memberId: number;
}

/** MAP-011: somebody follows the unit from now on, until then at most. */
export const insertFollower = (db: Kysely<Db>, { accountId, unitId, memberId }: Follower, until: Date): Promise<unknown> =>
  db
    .insertInto('unit_follower')
    .values({ account_id: accountId, unit_id: unitId, member_id: memberId, until })
    .onConflict((on) => on.columns(['unit_id', 'member_id']).doUpdateSet({ until }))
    .execute();

/** Somebody follows the unit no more, nor does anybody whose time is up. Answers whether others do. */
export async function removeFollower(db: Kysely<Db>, { accountId, unitId, memberId }: Follower, now: Date): Promise<boolean> {
  await sql`DELETE FROM unit_follower WHERE account_id = ${accountId} AND unit_id = ${unitId}
    AND (member_id = ${memberId} OR until <= ${now})`.execute(db);
  const { rows } = await sql`SELECT FROM unit_follower WHERE account_id = ${accountId} AND unit_id = ${unitId} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}
