-- Readings of odometer and operating hours, and what they are counted on from (decision 0015).

-- What people read off a dashboard or an hour meter. Append only: a later one corrects, and one taken back stays visible.
CREATE TABLE unit_reading (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_reading_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT unit_reading_kind CHECK (kind IN ('odometer', 'hours')),
  taken_at timestamptz NOT NULL,
  -- Metres or seconds.
  value bigint NOT NULL CONSTRAINT unit_reading_value CHECK (value >= 0),
  source text NOT NULL DEFAULT 'person' CONSTRAINT unit_reading_source CHECK (source IN ('person', 'carried')),
  -- Of hours: what they were counted by, and the seconds it had run that day (UTC) before the reading.
  hours_source text CONSTRAINT unit_reading_hours_source CHECK (hours_source IN ('ignition', 'input1', 'input2', 'input3', 'input4', 'engine')),
  run_before_s integer,
  member_id bigint NOT NULL,
  saved_at timestamptz NOT NULL,
  removed_at timestamptz,
  removed_by_member_id bigint,
  CONSTRAINT unit_reading_hours CHECK ((kind = 'hours') = (hours_source IS NOT NULL) AND (kind = 'hours') = (run_before_s IS NOT NULL)),
  CONSTRAINT unit_reading_removed CHECK ((removed_at IS NULL) = (removed_by_member_id IS NULL)),
  CONSTRAINT unit_reading_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_reading_by_unit ON unit_reading (unit_id, kind, taken_at) WHERE removed_at IS NULL;
CALL protect_tenant_table('unit_reading');
GRANT SELECT, INSERT, UPDATE (removed_at, removed_by_member_id) ON unit_reading TO spora_api;
GRANT SELECT ON unit_reading TO spora_pipeline;

-- Seconds that each source was on, per UTC day; projected. `engine_s`: what the engine's own count grew by, `engine_total_s` its newest.
CREATE TABLE unit_running_day (
  unit_id bigint NOT NULL,
  account_id bigint NOT NULL,
  day date NOT NULL,
  ignition_s integer NOT NULL,
  input1_s integer NOT NULL,
  input2_s integer NOT NULL,
  input3_s integer NOT NULL,
  input4_s integer NOT NULL,
  engine_s integer NOT NULL,
  engine_total_s bigint,
  CONSTRAINT unit_running_day_pk PRIMARY KEY (unit_id, day),
  CONSTRAINT unit_running_day_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_running_day');
GRANT SELECT ON unit_running_day TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_running_day TO spora_pipeline;

ALTER TABLE unit ADD COLUMN hours_source text NOT NULL DEFAULT 'ignition'
  CONSTRAINT unit_hours_source CHECK (hours_source IN ('ignition', 'input1', 'input2', 'input3', 'input4', 'engine'));

-- What the unit had driven when the trip began, since its first trip: the trips before, and between them what its tracker's odometer ran.
ALTER TABLE trip ADD COLUMN counter_m bigint;

-- Counts the trips of units anew from an instant each.
CREATE FUNCTION count_trips(units bigint[], since timestamptz[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT w.unit_id, min(w.since) AS since FROM unnest(units, since) AS w (unit_id, since) GROUP BY w.unit_id
  ), base AS (
    SELECT w.unit_id, b.id, coalesce(b.counter_m, 0) AS counter_m, coalesce(b.started_at, '-infinity') AS started_at
    FROM wanted w LEFT JOIN LATERAL (
      SELECT t.id, t.counter_m, t.started_at FROM trip t
      WHERE t.unit_id = w.unit_id AND t.started_at < w.since AND t.counter_m IS NOT NULL ORDER BY t.started_at DESC LIMIT 1
    ) b ON true
  ), following AS (
    SELECT t.id, t.unit_id, t.started_at, t.counter_m, t.start_odometer_m, base.counter_m AS base_m,
      lag(t.ended_at) OVER trips AS before_ended_at, lag(t.distance_m) OVER trips AS before_m, lag(t.stop_odometer_m) OVER trips AS before_odometer_m
    FROM base JOIN trip t ON t.unit_id = base.unit_id AND t.started_at >= base.started_at
    WINDOW trips AS (PARTITION BY t.unit_id ORDER BY t.started_at)
  ), counted AS (
    SELECT f.id, f.counter_m, f.base_m + sum(coalesce(f.before_m, 0) + coalesce(unseen.distance_m, 0)) OVER (PARTITION BY f.unit_id ORDER BY f.started_at) AS made_m
    FROM following f LEFT JOIN LATERAL (
      -- Between two trips the tracker's own odometer may have run on: the same tracker, forwards, and no faster than a vehicle.
      SELECT round((f.start_odometer_m - f.before_odometer_m) * coalesce((
        SELECT (s.settings ->> 'distanceFactor')::float8 FROM unit_setting s
        WHERE s.unit_id = f.unit_id AND s.valid_from <= f.started_at ORDER BY s.valid_from DESC LIMIT 1), 1)) AS distance_m
      WHERE f.start_odometer_m > f.before_odometer_m
        AND f.start_odometer_m - f.before_odometer_m <= 70 * (extract(epoch FROM f.started_at - f.before_ended_at) + 60)
        AND NOT EXISTS (SELECT FROM fitting x WHERE x.unit_id = f.unit_id AND lower(x.during) > f.before_ended_at AND lower(x.during) <= f.started_at)
    ) unseen ON true
  )
  UPDATE trip t SET counter_m = c.made_m FROM counted c WHERE t.id = c.id AND t.counter_m IS DISTINCT FROM c.made_m
$$;
SELECT count_trips(array_agg(DISTINCT unit_id), array_agg(DISTINCT '-infinity'::timestamptz)) FROM trip GROUP BY unit_id;

-- What a unit had driven at an instant, since its first trip; within a trip by time.
CREATE FUNCTION counter_at(unit bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT t.counter_m + CASE WHEN t.ended_at <= moment THEN t.distance_m
      ELSE round(t.distance_m * extract(epoch FROM moment - t.started_at) / greatest(extract(epoch FROM t.ended_at - t.started_at), 0.001)) END
    FROM trip t WHERE t.unit_id = counter_at.unit AND t.started_at <= moment AND t.counter_m IS NOT NULL ORDER BY t.started_at DESC LIMIT 1), 0)::bigint
$$;

-- The odometer at an instant whose counter is known: the last reading before it, or the first one counted back; null without readings.
CREATE FUNCTION odometer_of(unit bigint, moment timestamptz, counter bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT greatest(0, r.value + counter - counter_at(odometer_of.unit, r.taken_at)) FROM (
    (SELECT value, taken_at, 0 AS place FROM unit_reading
      WHERE unit_id = odometer_of.unit AND kind = 'odometer' AND removed_at IS NULL AND taken_at <= moment ORDER BY taken_at DESC, id DESC LIMIT 1)
    UNION ALL
    (SELECT value, taken_at, 1 AS place FROM unit_reading
      WHERE unit_id = odometer_of.unit AND kind = 'odometer' AND removed_at IS NULL AND taken_at > moment ORDER BY taken_at, id DESC LIMIT 1)
    ORDER BY place LIMIT 1
  ) r
$$;

-- The operating seconds of a unit up to now: counted on from its last reading by its source; the engine's own count without one.
CREATE FUNCTION hours_of(unit bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH u AS (SELECT id, hours_source FROM unit WHERE id = hours_of.unit), r AS (
    SELECT x.value, x.taken_at, x.run_before_s, x.hours_source FROM u JOIN unit_reading x ON x.unit_id = u.id
    WHERE x.kind = 'hours' AND x.removed_at IS NULL AND x.hours_source = u.hours_source ORDER BY x.taken_at DESC, x.id DESC LIMIT 1
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM r) THEN (
      SELECT greatest(r.value, r.value - r.run_before_s + coalesce((
        SELECT sum(CASE r.hours_source WHEN 'ignition' THEN d.ignition_s WHEN 'input1' THEN d.input1_s WHEN 'input2' THEN d.input2_s
          WHEN 'input3' THEN d.input3_s WHEN 'input4' THEN d.input4_s ELSE d.engine_s END)
        FROM unit_running_day d WHERE d.unit_id = hours_of.unit AND d.day >= (r.taken_at AT TIME ZONE 'UTC')::date), 0)) FROM r)
    WHEN (SELECT hours_source FROM u) = 'engine' THEN (
      SELECT d.engine_total_s FROM unit_running_day d WHERE d.unit_id = hours_of.unit AND d.engine_total_s IS NOT NULL ORDER BY d.day DESC LIMIT 1)
  END
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['count_trips', 'counter_at', 'odometer_of', 'hours_of'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_pipeline', f::regproc);
    IF f <> 'count_trips' THEN EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc); END IF;
  END LOOP;
END $$;
