import { sql, type Kysely } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

/** Whether the unit reported between two instants, as far as the log reaches back. */
export async function wasHeardBetween(db: Kysely<Db>, unitId: number, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM unit_segments(${unitId}, ${from}, ${to}) LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Whether the unit ever reported before an instant, as far as the log reaches back. */
export const wasEverHeardBefore = (db: Kysely<Db>, unitId: number, at: Date): Promise<boolean> =>
  wasHeardBetween(db, unitId, new Date(0), at);
