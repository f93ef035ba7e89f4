import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { Db } from '../../../platform/database/db.generated.ts';

export interface Forgotten {
  id: number;
  account_id: number;
  email: string;
  full_name: string;
  language: Language;
  subsite_id: number;
  unit_name: string;
  day: string;
}

/**
 * Marks the check-ins that are open since before `before` without driving, and answers them: each is marked once. What began before
 * `after` is nobody's surprise any more. Tags are left out: they are in their reader, not checked in.
 */
export async function markForgotten(
  db: Kysely<Db>,
  { before, after, now }: { readonly before: Date; readonly after: Date; readonly now: Date },
): Promise<Forgotten[]> {
  const { rows } = await sql<Forgotten>`
    UPDATE driver_event e SET reminded_at = ${now}
    FROM member m JOIN account a ON a.id = m.account_id, unit u
    WHERE m.id = e.member_id AND m.removed_at IS NULL AND m.disabled_at IS NULL AND u.id = e.unit_id AND u.retired_at IS NULL
      AND e.source <> 'tag' AND e.superseded_at IS NULL AND e.reminded_at IS NULL AND greatest(e.at, e.recorded_at) < ${before}
      AND greatest(e.at, e.recorded_at) > ${after} AND e.id = newest_driver_event(e.unit_id, ${now})
      AND NOT EXISTS (SELECT FROM trip t WHERE t.unit_id = e.unit_id AND (t.is_ongoing OR t.ended_at > ${before}))
    RETURNING e.id, a.id AS account_id, m.email, m.full_name, m.language, a.subsite_id, u.name AS unit_name,
      to_char(e.at AT TIME ZONE a.time_zone, 'YYYY-MM-DD') AS day`.execute(db);
  return rows;
}
