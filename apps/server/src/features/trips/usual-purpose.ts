import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/**
 * ADM-014: trips that have ended since a usual purpose was chosen for their driver, or else for their unit, get it, where nobody and no
 * place says another: as an edit of whoever chose it, so that a rebuild keeps it and the history tells it. A purpose of the account's list that is for one type
 * is for trips of that type; any other is for all but private ones. One that is archived is given to none (ADM-013).
 */
export async function giveUsualPurpose(db: Kysely<Db>, tripIds: readonly number[], now: Date): Promise<void> {
  await sql`
    WITH due AS (
      SELECT t.id, t.account_id, t.unit_id, t.started_at + (t.ended_at - t.started_at) / 2 AS anchor_at, usual.purpose, usual.member_id
      FROM trip t CROSS JOIN LATERAL (
        SELECT c.purpose, c.member_id FROM (
          SELECT 1 AS place, m.default_purpose AS purpose, m.default_purpose_by AS member_id, m.default_purpose_since AS since
          FROM member m WHERE m.account_id = t.account_id AND m.id = t.driver_member_id
          UNION ALL
          SELECT 2, u.default_purpose, u.default_purpose_by, u.default_purpose_since FROM unit u WHERE u.id = t.unit_id
        ) c LEFT JOIN account_group g ON g.account_id = t.account_id AND g.kind = 'purposes' AND lower(g.name) = lower(c.purpose)
        WHERE c.purpose <> '' AND c.member_id IS NOT NULL AND t.started_at >= c.since
          AND g.archived_at IS NULL AND CASE WHEN g.trip_type IS NULL THEN t.type <> 'private' ELSE t.type = g.trip_type END
        ORDER BY c.place LIMIT 1
      ) usual
      WHERE t.id = ANY (${tripIds}::bigint[]) AND t.purpose = '' AND NOT t.is_ongoing AND t.attestation_id IS NULL AND NOT t.is_manual
        AND NOT EXISTS (SELECT FROM trip_edit e WHERE e.unit_id = t.unit_id AND e.field = 'purpose'
          AND e.anchor_at BETWEEN t.started_at AND t.ended_at)
    ), said AS (
      INSERT INTO trip_edit (account_id, unit_id, anchor_at, field, old_value, value, actor_member_id, at)
      SELECT account_id, unit_id, anchor_at, 'purpose', '', purpose, member_id, ${now} FROM due
    )
    UPDATE trip SET purpose = due.purpose, edited_at = ${now} FROM due WHERE trip.id = due.id`.execute(db);
}
