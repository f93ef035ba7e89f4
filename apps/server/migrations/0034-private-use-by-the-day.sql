-- TRIP-032 (decision 0006): whoever asks again and again is not told by a new row, nor by a meter, when a private trip ended. Of private use
-- that goes on, a trip is told from the account's next day on; when a trip that the viewer may see begins, all before it are.
-- It stands behind `is_withheld_trip`, so that it is asked of few of the rows for which it is planned: hence its cost.
CREATE FUNCTION is_untold_trip(unit bigint, viewer bigint, begins timestamptz, ends timestamptz, ongoing boolean, moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT (ongoing OR ends >= (SELECT (moment AT TIME ZONE a.time_zone)::date::timestamp AT TIME ZONE a.time_zone
      FROM public.unit u JOIN public.account a ON a.id = u.account_id WHERE u.id = is_untold_trip.unit))
    AND NOT EXISTS (SELECT FROM public.trip v WHERE v.unit_id = is_untold_trip.unit AND v.started_at > begins
      AND NOT public.is_withheld_trip(v.type, v.driver_member_id, viewer))
    AND NOT public.overrides_private_use(is_untold_trip.unit)
$$;

-- Until when meters are told to the viewer: until the first trip began that they are not told yet. A private trip of two days ago and older
-- is told: trips that were not over yesterday need no look further back.
CREATE OR REPLACE FUNCTION told_until(unit bigint, viewer bigint, moment timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT least(moment, CASE WHEN is_in_private_use(told_until.unit, viewer) THEN (SELECT min(t.started_at) FROM trip t
    WHERE t.unit_id = told_until.unit AND t.type = 'private' AND is_withheld_trip(t.type, t.driver_member_id, viewer)
      AND is_untold_trip(t.unit_id, viewer, t.started_at, t.ended_at, t.is_ongoing, moment)) END)
$$;

-- What the tracker's own odometer said by then: while the unit is in private use, what the last trip that is told came to.
DROP FUNCTION told_tracker_odometer(bigint, bigint, double precision);
CREATE FUNCTION told_tracker_odometer(unit bigint, viewer bigint, moment timestamptz, newest double precision) RETURNS double precision
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN NOT is_in_private_use(told_tracker_odometer.unit, viewer) THEN newest ELSE (
    SELECT t.stop_odometer_m FROM trip t WHERE t.unit_id = told_tracker_odometer.unit AND NOT t.is_ongoing
      AND t.started_at < told_until(told_tracker_odometer.unit, viewer, moment)
    ORDER BY t.started_at DESC LIMIT 1) END
$$;

-- A masked trip shows its number. Counted up, that number lay between those of other units' trips, whose times are shown: it told when the
-- trip began. From now on numbers are drawn by lot, of those that a browser's numbers can hold.
CREATE FUNCTION drawn_trip_id() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE drawn bigint;
BEGIN
  LOOP
    drawn := ('x' || translate(left(gen_random_uuid()::text, 13), '-', ''))::bit(48)::bigint;
    EXIT WHEN drawn > 0 AND NOT EXISTS (SELECT FROM trip WHERE id = drawn);
  END LOOP;
  RETURN drawn;
END $$;
ALTER TABLE trip ALTER COLUMN id DROP IDENTITY;
ALTER TABLE trip ALTER COLUMN id SET DEFAULT drawn_trip_id();
-- The newest ends are described first, which numbers no longer tell.
DROP INDEX trip_without_address;
CREATE INDEX trip_without_address ON trip (started_at)
  WHERE (start_address IS NULL AND start_lat_e7 IS NOT NULL) OR (stop_address IS NULL AND stop_lat_e7 IS NOT NULL AND NOT is_ongoing);

-- What private use asks of a unit's trips, answered without their rows, which hold their routes.
CREATE INDEX trip_by_unit ON trip (unit_id, started_at) INCLUDE (type, driver_member_id, is_ongoing);
DROP INDEX trip_by_unit_time;
ALTER INDEX trip_by_unit RENAME TO trip_by_unit_time;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['is_untold_trip', 'told_tracker_odometer', 'drawn_trip_id'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api, spora_pipeline', f::regproc);
  END LOOP;
END $$;
