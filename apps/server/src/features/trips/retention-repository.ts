import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/**
 * Takes the routes from at most `limit` trips that ended before the position span of their account, and answers from how many.
 * What a person must be able to show for years (times, distance, addresses) stays.
 */
export async function dropExpiredRoutes(db: Kysely<Db>, at: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE trip SET route = NULL WHERE id IN (
      SELECT t.id FROM trip t JOIN account a ON a.id = t.account_id
      WHERE t.route IS NOT NULL AND NOT t.is_ongoing AND t.ended_at < ${at}::timestamptz
        - make_interval(months => CASE t.type WHEN 'private' THEN a.private_position_months ELSE a.position_months END)
      ORDER BY t.id LIMIT ${limit} FOR UPDATE OF t SKIP LOCKED)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * CONST-060: takes rows of the log that ended before `before` with their edits and days, at most `limit` trips at a time; answers how
 * many trips.
 */
export async function dropOldRows(db: Kysely<Db>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM trip WHERE id IN (SELECT id FROM trip WHERE ended_at < ${before} AND NOT is_ongoing ORDER BY id LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** What hangs on rows that are gone: edits by the moment they are anchored at, days by their date. */
export async function dropOldEditsAndDays(db: Kysely<Db>, before: Date): Promise<void> {
  // A trip that the moment falls into is still there with its edits.
  await sql`DELETE FROM trip_edit e WHERE e.anchor_at < ${before}
    AND NOT EXISTS (SELECT FROM trip t WHERE t.unit_id = e.unit_id AND e.anchor_at BETWEEN t.started_at AND t.ended_at)`.execute(
    db,
  );
  // A day that the moment falls into still has trips.
  await sql`DELETE FROM unit_day WHERE day < (${before}::timestamptz AT TIME ZONE 'UTC')::date - 1`.execute(db);
}
