import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

interface Row {
  readonly id: number;
  readonly is_ongoing: boolean;
  distance_m: number;
  duration_s: number;
  max_speed_kmh: number;
}

/** Lays how far trips under way have got over their rows, in place (decision 0035). Nothing else of a row goes by it. */
export async function laySoFar(db: Kysely<Db>, rows: readonly Row[]): Promise<void> {
  const underWay = new Map(rows.filter((row) => row.is_ongoing).map((row) => [row.id, row]));
  if (underWay.size === 0) return;
  const { rows: told } = await sql<{ id: number; metres: number; seconds: number; max_kmh: number }>`
    SELECT id, so_far_m AS metres, round(extract(epoch FROM so_far_at - started_at))::float8 AS seconds, so_far_max_kmh AS max_kmh
    FROM trip WHERE id = ANY (${[...underWay.keys()]}::bigint[]) AND so_far_at IS NOT NULL`.execute(db);
  for (const { id, metres, seconds, max_kmh } of told) {
    const row = underWay.get(id);
    if (row) Object.assign(row, { distance_m: metres, duration_s: seconds, max_speed_kmh: max_kmh });
  }
}
