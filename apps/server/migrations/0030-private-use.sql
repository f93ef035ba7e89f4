-- TRIP-032, MAP-031, MAP-032 (decision 0006): of somebody else's private trip a viewer is told the day, the distance and the odometer, and of
-- what lies around it nothing at all. From the last moment that a trip they may see touches until the next such trip begins, the unit is in
-- private use. These functions are the one place that says so; every reader asks them. A viewer that is no member (0) may see no private trip.

-- Whether a trip is one that the viewer may not see.
CREATE FUNCTION is_withheld_trip(trip_type text, driver bigint, viewer bigint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT trip_type = 'private' AND driver IS DISTINCT FROM viewer $$;

-- The seam of MAP-032: whether theft mode or a security alarm of the unit overrides private use. Neither exists yet, so never. What answers
-- true here also writes it to the audit and tells the driver; that a zone was crossed in private driving is no such alarm.
CREATE FUNCTION overrides_private_use(unit bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT false $$;

-- The spans withheld from a viewer that touch a period, in order. Open ends are infinite. The end of the trip before is still told, and so is
-- the start of the trip after.
CREATE FUNCTION withheld_spans(unit bigint, viewer bigint, from_time timestamptz, to_time timestamptz)
RETURNS TABLE (from_at timestamptz, to_at timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH beside AS (
    SELECT coalesce((SELECT t.started_at FROM trip t WHERE t.unit_id = withheld_spans.unit AND t.started_at <= from_time
        AND NOT is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at DESC LIMIT 1), '-infinity') AS first_at,
      coalesce((SELECT t.started_at FROM trip t WHERE t.unit_id = withheld_spans.unit AND t.started_at >= to_time
        AND NOT is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at LIMIT 1), 'infinity') AS last_at
  ), near AS (
    SELECT w.is_withheld,
      coalesce(max(t.ended_at) FILTER (WHERE NOT w.is_withheld) OVER (ORDER BY t.started_at, t.id), '-infinity') AS from_at,
      coalesce(min(t.started_at) FILTER (WHERE NOT w.is_withheld)
        OVER (ORDER BY t.started_at, t.id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), 'infinity') AS to_at
    FROM beside b, trip t, LATERAL (SELECT is_withheld_trip(t.type, t.driver_member_id, viewer) AS is_withheld) w
    WHERE t.unit_id = withheld_spans.unit AND t.started_at BETWEEN b.first_at AND b.last_at
  )
  SELECT DISTINCT n.from_at, n.to_at FROM near n
  WHERE n.is_withheld AND n.to_at > from_time AND n.from_at < to_time AND NOT overrides_private_use(withheld_spans.unit)
  ORDER BY n.from_at
$$;

-- Private trips are few: of most units none is withheld, and that is found at once.
CREATE INDEX trip_private ON trip (unit_id, started_at) WHERE type = 'private';

-- Whether the viewer is told nothing of a moment of the unit: it lies in one of those spans. Asked of each of thousands of rows: without a
-- setting of its own it is planned with the query that asks.
CREATE FUNCTION is_withheld_at(unit bigint, viewer bigint, moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.trip p WHERE p.unit_id = is_withheld_at.unit AND public.is_withheld_trip(p.type, p.driver_member_id, viewer))
    AND EXISTS (SELECT FROM (SELECT
        (SELECT t.started_at FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at <= moment
          AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at DESC LIMIT 1) AS first_at,
        (SELECT t.started_at FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at > moment
          AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at LIMIT 1) AS last_at) beside
    JOIN public.trip w ON w.unit_id = is_withheld_at.unit AND w.started_at >= coalesce(first_at, '-infinity') AND w.started_at <= coalesce(last_at, 'infinity')
    WHERE public.is_withheld_trip(w.type, w.driver_member_id, viewer) AND NOT public.overrides_private_use(is_withheld_at.unit)
      AND moment > coalesce((SELECT max(t.ended_at) FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at = first_at
        AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer)), '-infinity'))
$$;

-- Whether the unit is in private use now, for the viewer: its last trip is one that they may not see.
CREATE FUNCTION is_in_private_use(unit bigint, viewer bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT public.is_withheld_trip(t.type, t.driver_member_id, viewer) FROM public.trip t WHERE t.unit_id = is_in_private_use.unit
    ORDER BY t.started_at DESC LIMIT 1), false) AND NOT public.overrides_private_use(is_in_private_use.unit)
$$;

-- Until when meters are told to the viewer: while a trip that they may not see is under way, until it began. Trips that are over are in the log.
CREATE FUNCTION told_until(unit bigint, viewer bigint, moment timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT least(moment, (SELECT t.started_at FROM trip t WHERE t.unit_id = told_until.unit AND t.is_ongoing
    AND is_withheld_trip(t.type, t.driver_member_id, viewer) AND NOT overrides_private_use(told_until.unit)))
$$;

-- What the tracker's own odometer said by then: while the unit is in private use, what its last finished trip came to.
CREATE FUNCTION told_tracker_odometer(unit bigint, viewer bigint, newest double precision) RETURNS double precision
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN NOT is_in_private_use(told_tracker_odometer.unit, viewer) THEN newest ELSE (
    SELECT t.stop_odometer_m FROM trip t WHERE t.unit_id = told_tracker_odometer.unit AND NOT t.is_ongoing
    ORDER BY t.started_at DESC LIMIT 1) END
$$;

-- The operating seconds of a unit before a day: counted on from its last reading by its source; the engine's own count without one.
CREATE FUNCTION hours_before(unit bigint, before_day date) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH u AS (SELECT id, hours_source FROM unit WHERE id = hours_before.unit), r AS (
    SELECT x.value, x.taken_at, x.run_before_s, x.hours_source FROM u JOIN unit_reading x ON x.unit_id = u.id
    WHERE x.kind = 'hours' AND x.removed_at IS NULL AND x.hours_source = u.hours_source ORDER BY x.taken_at DESC, x.id DESC LIMIT 1
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM r) THEN (
      SELECT greatest(r.value, r.value - r.run_before_s + coalesce((
        SELECT sum(CASE r.hours_source WHEN 'ignition' THEN d.ignition_s WHEN 'input1' THEN d.input1_s WHEN 'input2' THEN d.input2_s
          WHEN 'input3' THEN d.input3_s WHEN 'input4' THEN d.input4_s ELSE d.engine_s END)
        FROM unit_running_day d WHERE d.unit_id = hours_before.unit AND d.day >= (r.taken_at AT TIME ZONE 'UTC')::date AND d.day < before_day), 0)) FROM r)
    WHEN (SELECT hours_source FROM u) = 'engine' THEN (
      SELECT d.engine_total_s FROM unit_running_day d WHERE d.unit_id = hours_before.unit AND d.engine_total_s IS NOT NULL AND d.day < before_day
      ORDER BY d.day DESC LIMIT 1)
  END
$$;
CREATE OR REPLACE FUNCTION hours_of(unit bigint) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$ SELECT hours_before(hours_of.unit, 'infinity') $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['is_withheld_trip', 'overrides_private_use', 'withheld_spans', 'is_withheld_at', 'is_in_private_use', 'told_until',
    'told_tracker_odometer', 'hours_before'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api, spora_pipeline', f::regproc);
  END LOOP;
END $$;

-- A trip that nobody drives is withheld from everybody. Where one person owns the account and nobody else is in it, that person drives unless
-- somebody is said to: a private account's units have its only member as their usual driver, for as long as there are trips. Accounts that had
-- another member are left alone, whose private trips the log may hold.
CREATE FUNCTION give_only_driver() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
  SELECT NEW.account_id, NEW.id, to_timestamp(0), jsonb_build_object('driverMemberId', min(m.id))
  FROM account a JOIN member m ON m.account_id = a.id WHERE a.id = NEW.account_id AND a.kind = 'private' HAVING count(*) = 1
  ON CONFLICT (unit_id, valid_from) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER unit_only_driver AFTER INSERT ON unit FOR EACH ROW EXECUTE FUNCTION give_only_driver();

WITH owned AS (
  SELECT u.account_id, u.id AS unit_id, m.id AS member_id FROM account a JOIN member m ON m.account_id = a.id JOIN unit u ON u.account_id = a.id
  WHERE (a.kind = 'private' OR a.is_demo) AND NOT EXISTS (SELECT FROM member o WHERE o.account_id = a.id AND o.id <> m.id)
    -- Somebody who was said not to drive it is not made to.
    AND NOT EXISTS (SELECT FROM unit_setting s WHERE s.unit_id = u.id AND s.settings ? 'driverMemberId')
), dated AS (
  UPDATE unit_setting s SET settings = s.settings || jsonb_build_object('driverMemberId', o.member_id) FROM owned o WHERE s.unit_id = o.unit_id
), since_ever AS (
  INSERT INTO unit_setting (account_id, unit_id, valid_from, settings)
  SELECT o.account_id, o.unit_id, to_timestamp(0), jsonb_build_object('driverMemberId', o.member_id) FROM owned o
  WHERE NOT EXISTS (SELECT FROM unit_setting s WHERE s.unit_id = o.unit_id AND s.valid_from = to_timestamp(0))
)
UPDATE trip t SET computed_driver_id = o.member_id FROM owned o
WHERE t.unit_id = o.unit_id AND t.computed_driver_id IS NULL AND t.attestation_id IS NULL;
