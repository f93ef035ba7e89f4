import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/database/db.generated.ts';

export interface UnitSpan {
  readonly unitId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Few enough that a transaction of any size stays far below the locks that a database has room for. */
const DAY_LOCKS = 256;

/**
 * Who counts a unit's days reads its trips and writes their sum: one after the other, or the later would write a sum without what
 * the earlier changed. A statement of its own, so that the next one sees what was committed while this one waited.
 */
async function lockDays(db: Kysely<Db>, unitIds: readonly number[]): Promise<void> {
  const keys = [...new Set(unitIds.map((id) => id % DAY_LOCKS))].sort((a, b) => a - b);
  await sql`SELECT pg_advisory_xact_lock(hashtext('spora.unit-days'), key) FROM unnest(${keys}::integer[]) WITH ORDINALITY AS k (key, place)
    ORDER BY place`.execute(db);
}

/**
 * The closed trips of a unit that share a moment with a day (`w`), found by when they start: one that began before the day can only be
 * the last of the tracker's, since those never overlap, or one entered by hand, of which there are few. Asked by their range alone,
 * every trip of the installation would be read for each day: under row-level security an index answers plain comparisons with what
 * was computed before (hence `MATERIALIZED` and `OFFSET 0`), and nothing else.
 */
const TRIPS_OF_DAY = (() => {
  const inDay = sql`t.unit_id = w.unit_id AND NOT t.is_ongoing AND t.started_at < w.to_at
    AND tstzrange(t.started_at, t.ended_at, '[)') && tstzrange(w.from_at, w.to_at)`;
  return sql`SELECT t.* FROM (
      SELECT coalesce((SELECT b.started_at FROM trip b WHERE b.unit_id = w.unit_id AND NOT b.is_manual AND b.started_at <= w.from_at
        AND b.ended_at > b.started_at ORDER BY b.started_at DESC LIMIT 1), w.from_at) AS since OFFSET 0
    ) before JOIN trip t ON t.started_at >= before.since WHERE ${inDay} AND NOT t.is_manual
    UNION ALL SELECT t.* FROM trip t WHERE ${inDay} AND t.is_manual`;
})();

/**
 * Counts the days that the spans touch anew, from the closed trips. Days are the account's, 23 to 25 hours long; a trip over
 * midnight is divided by time, so that the parts add up to the whole (TRIP-025), and counted on the day of its start.
 */
export async function recomputeUnitDays(db: Kysely<Db>, spans: readonly UnitSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const column = <T>(of: (span: UnitSpan) => T) => spans.map(of);
  await lockDays(
    db,
    column((s) => s.unitId),
  );
  await sql`
    WITH touched AS (
      SELECT DISTINCT u.id AS unit_id, u.account_id, a.time_zone, d::date AS day
      FROM unnest(${column((s) => s.unitId)}::bigint[], ${column((s) => new Date(s.fromMs))}::timestamptz[],
        ${column((s) => new Date(s.toMs))}::timestamptz[]) AS s (unit_id, from_at, to_at)
      JOIN unit u ON u.id = s.unit_id JOIN account a ON a.id = u.account_id,
      generate_series((s.from_at AT TIME ZONE a.time_zone)::date::timestamp, (s.to_at AT TIME ZONE a.time_zone)::date::timestamp, '1 day') AS d
    ), wanted AS MATERIALIZED (
      SELECT unit_id, account_id, day, day::timestamp AT TIME ZONE time_zone AS from_at, (day + 1)::timestamp AT TIME ZONE time_zone AS to_at FROM touched
    ), parts AS (
      SELECT w.unit_id, w.account_id, w.day, t.id, t.type, t.max_speed_kmh, t.started_at >= w.from_at AS begins,
        greatest(t.started_at, w.from_at) AS part_from, least(t.ended_at, w.to_at) AS part_to,
        round(t.distance_m * extract(epoch FROM least(t.ended_at, w.to_at) - t.started_at) / greatest(extract(epoch FROM t.ended_at - t.started_at), 0.001))
          - round(t.distance_m * extract(epoch FROM greatest(t.started_at, w.from_at) - t.started_at) / greatest(extract(epoch FROM t.ended_at - t.started_at), 0.001)) AS distance_m
      FROM wanted w
      LEFT JOIN LATERAL (${TRIPS_OF_DAY}) t ON true
    ), days AS (
      SELECT unit_id, account_id, day, count(*) FILTER (WHERE begins) AS trips,
        round(sum(extract(epoch FROM part_to - part_from))) AS driving_s,
        coalesce(sum(distance_m) FILTER (WHERE type = 'business'), 0) AS business_m,
        coalesce(sum(distance_m) FILTER (WHERE type = 'private'), 0) AS private_m,
        coalesce(sum(distance_m) FILTER (WHERE type = 'other'), 0) AS other_m,
        max(max_speed_kmh) AS max_speed_kmh, min(part_from) AS first_start_at, max(part_to) AS last_stop_at, count(id) AS n
      FROM parts GROUP BY unit_id, account_id, day
    ), emptied AS (
      DELETE FROM unit_day d USING days WHERE days.n = 0 AND d.unit_id = days.unit_id AND d.day = days.day
    )
    INSERT INTO unit_day (unit_id, account_id, day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh, first_start_at, last_stop_at)
    SELECT unit_id, account_id, day, trips, driving_s, business_m, private_m, other_m, max_speed_kmh, first_start_at, last_stop_at
    FROM days WHERE n > 0
    ON CONFLICT (unit_id, day) DO UPDATE SET trips = excluded.trips, driving_s = excluded.driving_s, business_m = excluded.business_m,
      private_m = excluded.private_m, other_m = excluded.other_m, max_speed_kmh = excluded.max_speed_kmh,
      first_start_at = excluded.first_start_at, last_stop_at = excluded.last_stop_at`.execute(db);
}
