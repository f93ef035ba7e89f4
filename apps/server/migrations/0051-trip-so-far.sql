-- How far a trip under way has got, written now and then (decision 0035). In columns of their own, which no index holds: the row stays on its
-- page. What a trip has in the end is written when it ends; null of a trip that is over, and of one that has just begun.
ALTER TABLE trip ADD COLUMN so_far_at timestamptz, ADD COLUMN so_far_m integer, ADD COLUMN so_far_max_kmh smallint;

-- Metres that a unit had driven at an instant (0009), with how far the trip under way has got.
CREATE OR REPLACE FUNCTION counter_at(unit bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT t.counter_m + CASE WHEN t.until <= moment THEN t.metres
      ELSE round(t.metres * extract(epoch FROM moment - t.started_at) / greatest(extract(epoch FROM t.until - t.started_at), 0.001)) END
    FROM (SELECT counter_m, started_at, coalesce(so_far_at, ended_at) AS until, coalesce(so_far_m, distance_m) AS metres
      FROM trip WHERE unit_id = counter_at.unit AND started_at <= moment AND counter_m IS NOT NULL ORDER BY started_at DESC LIMIT 1) t), 0)::bigint
$$;

-- Each of their rows changes with each report, and what the planner knows of them stays true: they are not looked through every minute.
ALTER TABLE tracker SET (autovacuum_analyze_scale_factor = 20);
ALTER TABLE projection_checkpoint SET (autovacuum_analyze_scale_factor = 20);
ALTER TABLE unit_latest SET (autovacuum_analyze_scale_factor = 20);
