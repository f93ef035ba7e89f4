import { type Kysely, sql } from 'kysely';
import type { TRIP_EDIT_FIELDS } from '@spora/contract/trips/endpoints';
import type { Db } from '../../platform/database/db.generated.ts';

export interface TripChange {
  readonly at: Date;
  readonly actor: string;
  readonly field: (typeof TRIP_EDIT_FIELDS)[number];
  readonly old_value: string;
  readonly new_value: string;
}

/** The edits of the trips given, newest first, with drivers by name. Of two merged trips an edit of both is told once. */
export async function changesOf(db: Kysely<Db>, tripIds: readonly number[]): Promise<TripChange[]> {
  const nameOf = (column: 'old_value' | 'value') => sql`CASE WHEN e.field = 'driver' THEN
    coalesce((SELECT d.full_name FROM member d WHERE d.id = nullif(e.${sql.ref(column)}, '')::bigint), '') ELSE coalesce(e.${sql.ref(column)}, '') END`;
  const { rows } = await sql<TripChange>`
    SELECT DISTINCT ON (e.at, e.field, e.value) e.at, coalesce(m.full_name, '') AS actor, e.field, ${nameOf('old_value')} AS old_value,
      ${nameOf('value')} AS new_value
    FROM trip t JOIN trip_edit e ON e.unit_id = t.unit_id AND e.anchor_at BETWEEN t.started_at AND t.ended_at
      AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END
    LEFT JOIN member m ON m.id = e.actor_member_id
    WHERE t.id = ANY (${tripIds}::bigint[])
    ORDER BY e.at DESC, e.field, e.value`.execute(db);
  return rows;
}
