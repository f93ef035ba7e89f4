import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import { type Kysely, sql } from 'kysely';
import { int8Array, timestamptzArray } from '../../platform/database/binary-array.ts';
import type { Db } from '../../platform/database/db.generated.ts';

/** A stretch of a unit's time. */
export interface UnitSpan {
  readonly unitId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Idling that begins so soon after a trip is its driver's, who waits; so is what ends so shortly before one. */
const BESIDE = sql`interval '5 minutes'`;
/** Few enough that a transaction of any size stays far below the locks that a database has room for. */
const LOCKS = 256;

/**
 * Counts what was noted of the trips that the spans touch, and of those before and after them, anew. Idling belongs to the trip that led to
 * it, even when it goes on for long after the trip's end; where none did, to the one that it came before. What was erased is not counted
 * again, nor what is older than events are kept.
 */
export async function countEcoTrips(db: Kysely<Db>, spans: readonly UnitSpan[], now: Date): Promise<void> {
  if (spans.length === 0) return;
  const unitIds = int8Array(spans.map(({ unitId }) => unitId));
  const keys = [...new Set(spans.map(({ unitId }) => unitId % LOCKS))].sort((a, b) => a - b);
  await sql`SELECT pg_advisory_xact_lock(hashtext('spora.eco-trips'), key) FROM unnest(${keys}::integer[]) WITH ORDINALITY AS k (key, place)
    ORDER BY place`.execute(db);
  await sql`
    WITH s AS MATERIALIZED (
      SELECT w.unit_id, coalesce((SELECT min(b.started_at) FROM (SELECT b.started_at FROM trip b WHERE b.unit_id = w.unit_id AND b.started_at <= w.from_at
          ORDER BY b.started_at DESC LIMIT 2) b), w.from_at) AS from_at,
        coalesce((SELECT a.started_at FROM trip a WHERE a.unit_id = w.unit_id AND a.started_at > w.to_at ORDER BY a.started_at LIMIT 1), w.to_at) AS to_at
      FROM unnest(${unitIds}::bigint[], ${timestamptzArray(spans.map(({ fromMs }) => fromMs))}::timestamptz[],
        ${timestamptzArray(spans.map(({ toMs }) => toMs))}::timestamptz[]) AS w (unit_id, from_at, to_at)
    ), t AS MATERIALIZED (
      SELECT DISTINCT t.id, t.account_id, t.unit_id, t.started_at, t.ended_at, t.is_ongoing, t.started_at - interval '1 day' AS from_at,
        t.ended_at + ${BESIDE} AS until_at
      FROM s JOIN trip t ON t.unit_id = s.unit_id AND t.started_at BETWEEN s.from_at AND s.to_at
      WHERE NOT t.positions_erased AND t.ended_at >= ${now}::timestamptz - make_interval(months => ${LOG_MAX_MONTHS})
    ), counted AS (
      SELECT t.*, n.* FROM t
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE e.kind = 'acceleration') AS accelerations, count(*) FILTER (WHERE e.kind = 'braking') AS brakings,
          count(*) FILTER (WHERE e.kind = 'cornering') AS cornerings, count(*) FILTER (WHERE e.kind = 'speeding') AS speedings,
          count(*) FILTER (WHERE e.kind IN ('acceleration', 'braking', 'cornering') AND e.source = 'tracker') AS own,
          coalesce(round(sum(e.duration_ms) FILTER (WHERE e.kind = 'speeding') / 1000.0), 0) AS speeding_s,
          coalesce(round(sum(e.duration_ms) FILTER (WHERE e.kind = 'judged') / 1000.0), 0) AS judged_s
        FROM eco_event e WHERE e.unit_id = t.unit_id AND e.at BETWEEN t.started_at AND t.ended_at AND e.kind <> 'idling'
      ) n
      WHERE NOT t.is_ongoing
    ), idled AS (
      SELECT c.*, i.* FROM counted c
      LEFT JOIN LATERAL (SELECT b.ended_at FROM trip b WHERE b.unit_id = c.unit_id AND b.started_at < c.started_at ORDER BY b.started_at DESC LIMIT 1) before ON true
      LEFT JOIN LATERAL (SELECT a.started_at FROM trip a WHERE a.unit_id = c.unit_id AND a.started_at > c.started_at ORDER BY a.started_at LIMIT 1) following ON true
      CROSS JOIN LATERAL (
        SELECT count(*) AS idlings,
          coalesce(round(sum(extract(epoch FROM least(x.until, c.ended_at) - greatest(x.at, c.started_at))) FILTER (WHERE x.at < c.ended_at AND x.until > c.started_at)), 0) AS idle_s,
          coalesce(round(sum(extract(epoch FROM least(x.until, c.started_at) - x.at)) FILTER (WHERE x.at < c.started_at)), 0) AS idle_before_s,
          coalesce(round(sum(extract(epoch FROM x.until - greatest(x.at, c.ended_at))) FILTER (WHERE x.until > c.ended_at)), 0) AS idle_after_s
        FROM (SELECT e.at, least(e.at + e.duration_ms * interval '1 ms', coalesce(following.started_at, 'infinity')) AS until
          FROM eco_event e WHERE e.unit_id = c.unit_id AND e.kind = 'idling' AND e.at >= c.from_at AND e.at <= c.until_at) x
        WHERE (x.at >= c.started_at AND x.at < coalesce(following.started_at, 'infinity'))
          OR (x.at < c.started_at AND x.until >= c.started_at - ${BESIDE} AND (before.ended_at IS NULL OR x.at > before.ended_at + ${BESIDE}))
      ) i
    ), gone AS (
      DELETE FROM eco_trip o USING t WHERE o.trip_id = t.id
        AND NOT EXISTS (SELECT FROM idled i WHERE i.id = t.id AND (i.accelerations + i.brakings + i.cornerings + i.speedings + i.idlings > 0 OR i.judged_s > 0))
    )
    INSERT INTO eco_trip (account_id, unit_id, trip_id, accelerations, brakings, cornerings, speedings, idlings, own, speeding_s, idle_s,
      idle_before_s, idle_after_s, judged_s)
    SELECT account_id, unit_id, id, least(accelerations, 32767), least(brakings, 32767), least(cornerings, 32767), least(speedings, 32767),
      least(idlings, 32767), least(own, 32767), speeding_s, idle_s, idle_before_s, idle_after_s, judged_s
    FROM idled i WHERE i.accelerations + i.brakings + i.cornerings + i.speedings + i.idlings > 0 OR i.judged_s > 0
    ORDER BY id
    ON CONFLICT ON CONSTRAINT eco_trip_pk DO UPDATE SET accelerations = excluded.accelerations, brakings = excluded.brakings,
      cornerings = excluded.cornerings, speedings = excluded.speedings, idlings = excluded.idlings, own = excluded.own,
      speeding_s = excluded.speeding_s, idle_s = excluded.idle_s, idle_before_s = excluded.idle_before_s, idle_after_s = excluded.idle_after_s,
      judged_s = excluded.judged_s`.execute(db);
}
