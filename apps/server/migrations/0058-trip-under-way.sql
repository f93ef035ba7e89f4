-- How far a trip under way has got and its growing route (decision 0057), in a table of their own: they are written again and again, and the
-- rows of the log lie close, with no room for another version of one. Here pages are left nearly empty for rows that grow, and nothing
-- but the trip's number is in an index: a row stays on its page. It goes when the trip ends. What it does not hold is as in the trip's row;
-- of the route it holds all or null.
CREATE TABLE trip_under_way (
  trip_id bigint NOT NULL CONSTRAINT trip_under_way_pk PRIMARY KEY
    CONSTRAINT trip_under_way_trip REFERENCES trip ON DELETE CASCADE ON UPDATE CASCADE,
  account_id bigint NOT NULL,
  so_far_at timestamptz NOT NULL,
  so_far_m integer NOT NULL,
  so_far_max_kmh smallint NOT NULL,
  route bytea
) WITH (fillfactor = 10, autovacuum_analyze_scale_factor = 20);
ALTER TABLE trip_under_way ALTER route SET STORAGE EXTERNAL;
CALL protect_tenant_table('trip_under_way');
GRANT SELECT ON trip_under_way TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON trip_under_way TO spora_pipeline;

INSERT INTO trip_under_way (trip_id, account_id, so_far_at, so_far_m, so_far_max_kmh)
SELECT id, account_id, so_far_at, so_far_m, so_far_max_kmh FROM trip WHERE is_ongoing AND so_far_at IS NOT NULL;

-- Metres that a unit had driven at an instant (0051).
CREATE OR REPLACE FUNCTION counter_at(unit bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT t.counter_m + CASE WHEN t.until <= moment THEN t.metres
      ELSE round(t.metres * extract(epoch FROM moment - t.started_at) / greatest(extract(epoch FROM t.until - t.started_at), 0.001)) END
    FROM (SELECT l.counter_m, l.started_at, coalesce(w.so_far_at, l.ended_at) AS until, coalesce(w.so_far_m, l.distance_m) AS metres
      FROM (SELECT id, counter_m, started_at, ended_at, distance_m FROM trip
        WHERE unit_id = counter_at.unit AND started_at <= moment AND counter_m IS NOT NULL ORDER BY started_at DESC LIMIT 1) l
      LEFT JOIN trip_under_way w ON w.trip_id = l.id) t), 0)::bigint
$$;

ALTER TABLE trip DROP COLUMN so_far_at, DROP COLUMN so_far_m, DROP COLUMN so_far_max_kmh;
