-- A trip that people enter by hand has its place in the counter at once, and not only when the unit's tracker next reports a trip: until
-- then its odometer was told as nought. What somebody typed as its odometer is the dashboard's and not the tracker's, so the tracker's own
-- is compared from one recorded trip to the next: of what it ran on by in between, trips by hand tell a part, and the rest is unseen.
CREATE OR REPLACE FUNCTION count_trips(units bigint[], since timestamptz[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
  WITH wanted AS (
    SELECT w.unit_id, min(w.since) AS since FROM unnest(units, since) AS w (unit_id, since) GROUP BY w.unit_id
  ), base AS (
    SELECT w.unit_id, coalesce(b.counter_m, 0) AS counter_m, coalesce(b.started_at, '-infinity') AS started_at
    FROM wanted w LEFT JOIN LATERAL (
      SELECT t.counter_m, t.started_at FROM trip t
      WHERE t.unit_id = w.unit_id AND t.started_at < w.since AND t.counter_m IS NOT NULL AND NOT t.is_manual ORDER BY t.started_at DESC LIMIT 1
    ) b ON true
  ), trips AS (
    SELECT t.id, t.unit_id, t.is_manual, t.started_at, t.ended_at, t.distance_m, t.counter_m, t.start_odometer_m, t.stop_odometer_m,
      base.counter_m AS base_m, coalesce(sum(t.distance_m) FILTER (WHERE t.is_manual) OVER (PARTITION BY t.unit_id ORDER BY t.started_at), 0) AS by_hand_m
    FROM base JOIN trip t ON t.unit_id = base.unit_id AND t.started_at >= base.started_at
  ), following AS (
    SELECT t.*, lag(t.distance_m) OVER each AS before_m, lag(t.ended_at) OVER recorded AS before_ended_at,
      lag(t.stop_odometer_m) OVER recorded AS before_odometer_m, t.by_hand_m - lag(t.by_hand_m) OVER recorded AS between_m
    FROM trips t
    WINDOW each AS (PARTITION BY t.unit_id ORDER BY t.started_at), recorded AS (PARTITION BY t.unit_id, t.is_manual ORDER BY t.started_at)
  ), counted AS (
    SELECT f.id, f.counter_m, f.base_m + sum(coalesce(f.before_m, 0) + coalesce(unseen.distance_m, 0)) OVER (PARTITION BY f.unit_id ORDER BY f.started_at) AS made_m
    FROM following f LEFT JOIN LATERAL (
      -- Between two trips the tracker's own odometer may have run on: the same tracker, forwards, and no faster than a vehicle.
      SELECT greatest(0, round((f.start_odometer_m - f.before_odometer_m) * coalesce((
        SELECT (s.settings ->> 'distanceFactor')::float8 FROM unit_setting s
        WHERE s.unit_id = f.unit_id AND s.valid_from <= f.started_at ORDER BY s.valid_from DESC LIMIT 1), 1)) - f.between_m) AS distance_m
      WHERE NOT f.is_manual AND f.start_odometer_m > f.before_odometer_m
        AND f.start_odometer_m - f.before_odometer_m <= 70 * (extract(epoch FROM f.started_at - f.before_ended_at) + 60)
        AND NOT EXISTS (SELECT FROM fitting x WHERE x.unit_id = f.unit_id AND lower(x.during) > f.before_ended_at AND lower(x.during) <= f.started_at)
    ) unseen ON true
  )
  UPDATE trip t SET counter_m = c.made_m FROM counted c WHERE t.id = c.id AND t.counter_m IS DISTINCT FROM c.made_m
$$;

-- Null where nothing is known of what the unit had driven: `greatest` passes over what is null.
CREATE OR REPLACE FUNCTION odometer_of(unit bigint, moment timestamptz, counter bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN counter IS NOT NULL THEN greatest(0, r.value + counter - counter_at(odometer_of.unit, r.taken_at)) END FROM (
    (SELECT value, taken_at, 0 AS place FROM unit_reading
      WHERE unit_id = odometer_of.unit AND kind = 'odometer' AND removed_at IS NULL AND taken_at <= moment ORDER BY taken_at DESC, id DESC LIMIT 1)
    UNION ALL
    (SELECT value, taken_at, 1 AS place FROM unit_reading
      WHERE unit_id = odometer_of.unit AND kind = 'odometer' AND removed_at IS NULL AND taken_at > moment ORDER BY taken_at, id DESC LIMIT 1)
    ORDER BY place LIMIT 1
  ) r
$$;

CREATE OR REPLACE FUNCTION add_manual_trip(unit bigint, from_time timestamptz, to_time timestamptz, metres integer, trip_type text, driver bigint, start_odo bigint, stop_odo bigint,
  from_text text, to_text text, moment timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE made bigint;
BEGIN
  INSERT INTO trip (account_id, unit_id, started_at, ended_at, is_ongoing, distance_m, distance_source, max_speed_kmh, end_rule, computed_type, computed_rule,
    edited_driver_id, start_odometer_m, stop_odometer_m, start_address, stop_address, start_address_is_approximate, stop_address_is_approximate,
    algorithm_version, is_manual, edited_at, updated_at)
  SELECT u.account_id, u.id, from_time, to_time, false, metres, CASE WHEN start_odo IS NULL THEN 'positions' ELSE 'odometer' END, 0, 'manual', trip_type, 'default',
    driver, start_odo, stop_odo, from_text, to_text, false, false, 0, true, moment, moment
  FROM unit u WHERE u.id = unit AND u.account_id = (SELECT current_account_id())
  RETURNING id INTO made;
  IF made IS NOT NULL THEN PERFORM count_trips(ARRAY[unit], ARRAY[from_time]); END IF;
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION remove_manual_trip(trip_id bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE gone record;
BEGIN
  DELETE FROM trip WHERE id = trip_id AND is_manual AND attestation_id IS NULL AND account_id = (SELECT current_account_id())
  RETURNING unit_id, started_at INTO gone;
  IF gone.unit_id IS NOT NULL THEN PERFORM count_trips(ARRAY[gone.unit_id], ARRAY[gone.started_at]); END IF;
END $$;

SELECT count_trips(array_agg(unit_id), array_agg(since))
FROM (SELECT unit_id, min(started_at) AS since FROM trip WHERE is_manual GROUP BY unit_id) by_hand;
