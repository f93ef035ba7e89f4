import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface SilentUnit {
  readonly unit_id: number;
  readonly account_id: number;
  readonly last_contact_at: Date;
  readonly report_interval_s: number;
  readonly lat_e7: number | null;
  readonly lon_e7: number | null;
}

/**
 * Units in use that have a tracker and were last heard of before `before`, of whose present silence there is no alarm yet. Not those of
 * which somebody wants none.
 */
export async function silentUnits(
  db: Kysely<Db>,
  { now, before, after, limit }: { readonly now: Date; readonly before: Date; readonly after: number; readonly limit: number },
): Promise<SilentUnit[]> {
  const { rows } = await sql<SilentUnit>`
    SELECT l.unit_id, l.account_id, l.last_contact_at, l.report_interval_s, l.lat_e7, l.lon_e7
    FROM unit_latest l JOIN unit u ON u.id = l.unit_id JOIN account c ON c.id = l.account_id
    WHERE l.unit_id > ${after} AND l.last_contact_at <= ${before} AND u.retired_at IS NULL AND c.closed_at IS NULL
      AND EXISTS (SELECT FROM fitting f WHERE f.unit_id = l.unit_id AND f.during @> ${now}::timestamptz)
      AND NOT EXISTS (SELECT FROM alarm a WHERE a.unit_id = l.unit_id AND a.kind = 'no-contact' AND a.subject = '' AND a.at >= l.last_contact_at)
      AND coalesce((SELECT (s.settings -> 'alarms' ->> 'no-contact')::boolean FROM unit_setting s
        WHERE s.unit_id = l.unit_id AND s.valid_from <= ${now} ORDER BY s.valid_from DESC LIMIT 1), true)
    ORDER BY l.unit_id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Since when somebody listens without a break of more than `breakMs`; told each time somebody looks. */
export async function listeningSince(db: Kysely<Db>, now: Date, breakMs: number): Promise<Date> {
  const { rows } = await sql<{ listening_since: Date }>`
    INSERT INTO silence_watch AS w (watched_at, listening_since) VALUES (${now}, ${now})
    ON CONFLICT (is_only) DO UPDATE SET watched_at = greatest(w.watched_at, excluded.watched_at),
      listening_since = CASE WHEN w.watched_at < ${new Date(now.getTime() - breakMs)} THEN excluded.listening_since ELSE w.listening_since END
    RETURNING listening_since`.execute(db);
  return rows[0]?.listening_since ?? now;
}

/** Units that were lost and have been heard of since are lost no more. */
export async function endSilence(db: Kysely<Db>): Promise<void> {
  await sql`UPDATE alarm a SET ended_at = l.last_contact_at FROM unit_latest l
    WHERE a.kind = 'no-contact' AND a.ended_at IS NULL AND l.unit_id = a.unit_id AND l.last_contact_at > a.at`.execute(db);
}
