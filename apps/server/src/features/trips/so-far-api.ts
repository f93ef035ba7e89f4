import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

interface Row {
  readonly id: number;
  readonly is_ongoing: boolean;
  distance_m: number;
  duration_s: number;
  max_speed_kmh: number;
  has_route: boolean;
}

/** Lays how far trips under way have got over their rows, in place (decision 0035). Nothing else of a row goes by it. */
export async function laySoFar(db: Kysely<Db>, rows: readonly Row[]): Promise<void> {
  const underWay = new Map(rows.filter((row) => row.is_ongoing).map((row) => [row.id, row]));
  if (underWay.size === 0) return;
  const { rows: told } = await sql<{ id: number; metres: number; seconds: number; max_kmh: number; has_route: boolean }>`
    SELECT t.id, w.so_far_m AS metres, round(extract(epoch FROM w.so_far_at - t.started_at))::float8 AS seconds, w.so_far_max_kmh AS max_kmh,
      coalesce(w.route, t.route) IS NOT NULL AS has_route
    FROM trip t JOIN trip_under_way w ON w.trip_id = t.id WHERE t.id = ANY (${[...underWay.keys()]}::bigint[])`.execute(db);
  for (const { id, metres, seconds, max_kmh, has_route } of told) {
    const row = underWay.get(id);
    if (row) Object.assign(row, { distance_m: metres, duration_s: seconds, max_speed_kmh: max_kmh, has_route });
  }
}
