-- MODE-001 to 011 (decision 0059): how often units report, as somebody asked and as the tracker confirmed, and theft mode.

CREATE TABLE unit_mode (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_mode_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  mode text NOT NULL CONSTRAINT unit_mode_mode CHECK (mode IN ('24h', '12h', '8h', '6h', '1h', 'realtime-5', 'realtime-1', 'theft')),
  -- Seconds between two reports while the unit stands: by then it is expected.
  still_s integer NOT NULL,
  requested_at timestamptz NOT NULL,
  -- Null where theft mode that began or ended by itself asked for it.
  member_id bigint,
  -- The newest of the commands that carry it to the tracker; null: none could be ordered yet.
  command_id bigint,
  attempts smallint NOT NULL DEFAULT 0,
  -- Another command is ordered then; null: none is needed.
  retry_at timestamptz,
  -- Since when, and until when, the tracker reports so; it said so itself.
  active_from timestamptz,
  active_until timestamptz,
  -- Withdrawn, replaced by a newer one, or refused by the tracker.
  given_up_at timestamptz,
  given_up_as text CONSTRAINT unit_mode_given_up CHECK (given_up_as IN ('withdrawn', 'replaced', 'refused')),
  CONSTRAINT unit_mode_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_mode_by_unit ON unit_mode (unit_id, id DESC);
CREATE UNIQUE INDEX unit_mode_current ON unit_mode (unit_id) INCLUDE (still_s) WHERE active_from IS NOT NULL AND active_until IS NULL;
CREATE UNIQUE INDEX unit_mode_requested ON unit_mode (unit_id) WHERE active_from IS NULL AND given_up_at IS NULL;
CREATE INDEX unit_mode_by_command ON unit_mode (command_id) WHERE command_id IS NOT NULL;
CREATE INDEX unit_mode_to_order ON unit_mode (retry_at) WHERE retry_at IS NOT NULL;
CALL protect_tenant_table('unit_mode');

CREATE TABLE theft_mode (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT theft_mode_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null: a zone that the unit left.
  member_id bigint,
  zone_name text NOT NULL DEFAULT '',
  -- Null: until somebody ends it.
  ends_at timestamptz,
  ended_at timestamptz,
  -- Null: it ended by itself.
  ended_by_member_id bigint,
  -- DEC-51: what was asked for last before it; null: nothing ever was.
  mode_before text,
  -- MAP-032: in whose private use it was overridden; each of them is told once.
  told_driver_ids bigint[] NOT NULL DEFAULT '{}',
  CONSTRAINT theft_mode_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX theft_mode_on ON theft_mode (unit_id) INCLUDE (started_at) WHERE ended_at IS NULL;
CREATE INDEX theft_mode_by_unit ON theft_mode (unit_id, started_at DESC);
CALL protect_tenant_table('theft_mode');

GRANT SELECT, INSERT ON unit_mode, theft_mode TO spora_api, spora_pipeline;
GRANT UPDATE (command_id, attempts, retry_at, active_from, active_until, given_up_at, given_up_as) ON unit_mode TO spora_api, spora_pipeline;
GRANT UPDATE (ends_at, ended_at, ended_by_member_id, told_driver_ids) ON theft_mode TO spora_api, spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- MAP-032: since when theft mode of the unit is on; null: it is not. From then on, and only from then on, private use and the hours in which
-- a unit is hidden hold nothing back of what it reports now.
CREATE FUNCTION theft_since(unit bigint) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT m.started_at FROM public.theft_mode m WHERE m.unit_id = theft_since.unit AND m.ended_at IS NULL
$$;
CREATE OR REPLACE FUNCTION overrides_private_use(unit bigint) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT public.theft_since(overrides_private_use.unit) IS NOT NULL $$;

-- What was withheld before theft mode stays so.
CREATE OR REPLACE FUNCTION withheld_spans(unit bigint, viewer bigint, from_time timestamptz, to_time timestamptz)
RETURNS TABLE (from_at timestamptz, to_at timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH theft AS (SELECT coalesce(theft_since(withheld_spans.unit), 'infinity') AS since), beside AS (
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
  SELECT DISTINCT n.from_at, least(n.to_at, theft.since) FROM near n, theft
  WHERE n.is_withheld AND n.to_at > from_time AND n.from_at < to_time AND n.from_at < theft.since AND least(n.to_at, theft.since) > from_time
  ORDER BY n.from_at
$$;

CREATE OR REPLACE FUNCTION is_withheld_at(unit bigint, viewer bigint, moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM public.trip p WHERE p.unit_id = is_withheld_at.unit AND public.is_withheld_trip(p.type, p.driver_member_id, viewer))
    AND EXISTS (SELECT FROM (SELECT
        (SELECT t.started_at FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at <= moment
          AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at DESC LIMIT 1) AS first_at,
        (SELECT t.started_at FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at > moment
          AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at LIMIT 1) AS last_at) beside
    JOIN public.trip w ON w.unit_id = is_withheld_at.unit AND w.started_at >= coalesce(first_at, '-infinity') AND w.started_at <= coalesce(last_at, 'infinity')
    WHERE public.is_withheld_trip(w.type, w.driver_member_id, viewer) AND moment < coalesce(public.theft_since(is_withheld_at.unit), 'infinity')
      AND moment > coalesce((SELECT max(t.ended_at) FROM public.trip t WHERE t.unit_id = is_withheld_at.unit AND t.started_at = first_at
        AND NOT public.is_withheld_trip(t.type, t.driver_member_id, viewer)), '-infinity'))
$$;

-- A private trip is told as always: the day, the distance, the odometer. That theft mode is on tells where the unit is, not the log.
CREATE OR REPLACE FUNCTION is_untold_trip(unit bigint, viewer bigint, begins timestamptz, ends timestamptz, ongoing boolean, moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE COST 1 AS $$
  SELECT (ongoing OR ends >= (SELECT (moment AT TIME ZONE a.time_zone)::date::timestamp AT TIME ZONE a.time_zone
      FROM public.unit u JOIN public.account a ON a.id = u.account_id WHERE u.id = is_untold_trip.unit))
    AND NOT EXISTS (SELECT FROM public.trip v WHERE v.unit_id = is_untold_trip.unit AND v.started_at > begins
      AND NOT public.is_withheld_trip(v.type, v.driver_member_id, viewer))
$$;

REVOKE ALL ON FUNCTION theft_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION theft_since TO spora_api, spora_pipeline;
