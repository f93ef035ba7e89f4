-- Roles (spora_owner, spora_api, spora_pipeline) exist before the first migration: the launcher makes them for the
-- embedded database, docs/operations.md says how for a company's own. This file runs as spora_owner.
-- spora_api: the interface, under row-level security. spora_pipeline: gateway, projector, worker; passes row-level
-- security by its own policies and has narrow grants.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE FUNCTION current_account_id() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('spora.account_id', true), '')::bigint $$;

CREATE TABLE account (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_pk PRIMARY KEY,
  name text NOT NULL,
  country text NOT NULL DEFAULT 'SE',
  time_zone text NOT NULL DEFAULT 'Europe/Stockholm',
  currency text NOT NULL DEFAULT 'SEK',
  subsite_id smallint NOT NULL DEFAULT 0 CONSTRAINT account_subsite CHECK (subsite_id BETWEEN 0 AND 7),
  is_demo boolean NOT NULL DEFAULT false,
  position_months smallint NOT NULL DEFAULT 3 CONSTRAINT account_position_months CHECK (position_months BETWEEN 1 AND 24),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT member_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT member_account REFERENCES account,
  email text NOT NULL,
  full_name text NOT NULL,
  password_hash text NOT NULL,
  is_admin boolean NOT NULL DEFAULT false,
  real_time_map boolean NOT NULL DEFAULT true,
  language text NOT NULL DEFAULT 'sv' CONSTRAINT member_language CHECK (language IN ('en', 'sv', 'no')),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT member_in_account UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX member_email_unique ON member (lower(email));

CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT session_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT session_token_unique UNIQUE,
  remember boolean NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT session_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX session_by_member ON session (member_id);

-- Failed sign-ins, by a hash of name and address: no plain address is kept.
CREATE TABLE sign_in_failure (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_in_failure_pk PRIMARY KEY,
  key_hash bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX sign_in_failure_by_key ON sign_in_failure (key_hash, at);

CREATE TABLE member_setting (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT member_setting_pk PRIMARY KEY (member_id, key),
  CONSTRAINT member_setting_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);

CREATE TABLE idempotency (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  key text NOT NULL,
  endpoint text NOT NULL,
  request_hash bytea NOT NULL,
  response jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_pk PRIMARY KEY (member_id, key)
);

-- The hardware. Not a tenant's row: who may read its records is decided by fittings.
CREATE TABLE tracker (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT tracker_pk PRIMARY KEY,
  imei text NOT NULL CONSTRAINT tracker_imei_unique UNIQUE CONSTRAINT tracker_imei_digits CHECK (imei ~ '^[0-9]{15}$'),
  protocol text NOT NULL DEFAULT 'teltonika' CONSTRAINT tracker_protocol CHECK (protocol IN ('teltonika', 'osmand')),
  -- The only name a phone is known by on its port; random, 128 bits (architecture section 7).
  phone_id text CONSTRAINT tracker_phone_unique UNIQUE,
  next_seq bigint NOT NULL DEFAULT 1,
  last_contact_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 70);

-- Dated: what an io id means depends on the family in force at the record's time.
CREATE TABLE tracker_family (
  tracker_id bigint NOT NULL CONSTRAINT tracker_family_tracker REFERENCES tracker ON DELETE CASCADE,
  valid_from timestamptz NOT NULL,
  family text NOT NULL CONSTRAINT tracker_family_known CHECK (family IN ('A', 'B', 'C', 'FT', 'phone')),
  CONSTRAINT tracker_family_pk PRIMARY KEY (tracker_id, valid_from)
);

CREATE TABLE unit (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT unit_account REFERENCES account,
  kind text NOT NULL DEFAULT 'vehicle' CONSTRAINT unit_kind CHECK (kind IN ('vehicle', 'boat', 'machine', 'sensor', 'phone')),
  name text NOT NULL,
  registration_number text,
  colour text NOT NULL DEFAULT '#2f6fdb',
  marker_symbol text NOT NULL DEFAULT 'car',
  icon text,
  vehicle_type text,
  fuel_type text CONSTRAINT unit_fuel CHECK (fuel_type IN ('petrol', 'diesel', 'electric', 'gas', 'other')),
  consumption_per_10km numeric(8, 3),
  co2_g_per_km numeric(8, 2),
  department text,
  project text,
  tags text[] NOT NULL DEFAULT '{}',
  location_in_car text,
  default_trip_type text NOT NULL DEFAULT 'business' CONSTRAINT unit_trip_type CHECK (default_trip_type IN ('business', 'private', 'other')),
  inspection_period_months integer,
  service_interval_km integer,
  features text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  CONSTRAINT unit_in_account UNIQUE (account_id, id)
);

-- Which tracker sat in which unit of which account, when. Neither can be in two places at once.
CREATE TABLE fitting (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT fitting_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  tracker_id bigint NOT NULL CONSTRAINT fitting_tracker REFERENCES tracker,
  during tstzrange NOT NULL CONSTRAINT fitting_not_empty CHECK (NOT isempty(during)),
  CONSTRAINT fitting_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id),
  CONSTRAINT fitting_tracker_no_overlap EXCLUDE USING gist (tracker_id WITH =, during WITH &&),
  CONSTRAINT fitting_unit_no_overlap EXCLUDE USING gist (unit_id WITH =, during WITH &&)
);

CREATE TABLE unit_access (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  CONSTRAINT unit_access_pk PRIMARY KEY (member_id, unit_id),
  CONSTRAINT unit_access_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE,
  CONSTRAINT unit_access_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);

-- Settings that the projector reads are dated, so that a rebuild equals living through it.
CREATE TABLE unit_setting (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  valid_from timestamptz NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT unit_setting_pk PRIMARY KEY (unit_id, valid_from),
  CONSTRAINT unit_setting_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);

-- The log. One row per tracker and commit, records of one UTC day only; partitions are made ahead by
-- ensure_segment_partitions. (tracker_id, seq) orders projection; t0 in the key narrows a tracker's history.
CREATE TABLE position_segment (
  tracker_id bigint NOT NULL,
  seq bigint NOT NULL,
  t0 timestamptz NOT NULL,
  t1 timestamptz NOT NULL,
  n integer NOT NULL,
  digest bytea NOT NULL,
  data bytea NOT NULL,
  CONSTRAINT position_segment_pk PRIMARY KEY (tracker_id, seq, t0)
) PARTITION BY RANGE (t0);

CREATE TABLE position_quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT position_quarantine_pk PRIMARY KEY,
  tracker_id bigint NOT NULL CONSTRAINT position_quarantine_tracker REFERENCES tracker ON DELETE CASCADE,
  received_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL CONSTRAINT position_quarantine_reason CHECK (reason IN ('future', 'too-old')),
  n integer NOT NULL,
  data bytea NOT NULL
);
CREATE INDEX position_quarantine_by_tracker ON position_quarantine (tracker_id, received_at);

-- For "why does my tracker not show?"; bounded by the gateway.
CREATE TABLE unknown_tracker (
  imei text NOT NULL CONSTRAINT unknown_tracker_pk PRIMARY KEY,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  attempts bigint NOT NULL DEFAULT 1
);

-- How far a tracker's log is projected.
CREATE TABLE projection_checkpoint (
  tracker_id bigint NOT NULL CONSTRAINT projection_checkpoint_pk PRIMARY KEY CONSTRAINT projection_checkpoint_tracker REFERENCES tracker ON DELETE CASCADE,
  seq bigint NOT NULL
) WITH (fillfactor = 70);

-- The state machines of a unit, and the time of the newest record they have seen.
CREATE TABLE unit_projection (
  unit_id bigint NOT NULL CONSTRAINT unit_projection_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  state jsonb NOT NULL,
  newest_record_at timestamptz,
  CONSTRAINT unit_projection_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 70);

CREATE TABLE unit_latest (
  unit_id bigint NOT NULL CONSTRAINT unit_latest_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  last_contact_at timestamptz NOT NULL,
  -- Null until the first good fix.
  time timestamptz,
  lat_e7 integer,
  lon_e7 integer,
  speed_kmh smallint,
  heading_deg smallint,
  altitude_m smallint,
  satellites smallint,
  state text NOT NULL,
  state_since timestamptz,
  -- Seconds between reports that this unit's own way of reporting makes likely (MAP-019).
  report_interval_s integer NOT NULL,
  -- Named values of the card: ignition, odometer_m, external_voltage_v, ... (contract: latestPosition)
  named jsonb NOT NULL DEFAULT '{}',
  -- Where `address` was asked for: it is asked again when the unit stands elsewhere. Empty: asked, nothing is known there.
  address text,
  address_is_approximate boolean NOT NULL DEFAULT true,
  address_lat_e7 integer,
  address_lon_e7 integer,
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT unit_latest_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 60);
CREATE INDEX unit_latest_by_account ON unit_latest (account_id);

CREATE TABLE trip (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trip_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  started_at timestamptz NOT NULL,
  -- While a trip is ongoing: the time of its newest record.
  ended_at timestamptz NOT NULL,
  is_ongoing boolean NOT NULL,
  start_lat_e7 integer, start_lon_e7 integer,
  stop_lat_e7 integer, stop_lon_e7 integer,
  start_odometer_m bigint, stop_odometer_m bigint,
  distance_m integer NOT NULL,
  distance_source text NOT NULL CONSTRAINT trip_distance_source CHECK (distance_source IN ('odometer', 'positions')),
  max_speed_kmh smallint NOT NULL,
  end_rule text NOT NULL CONSTRAINT trip_end_rule CHECK (end_rule IN ('open', 'ignition-off', 'still', 'gap', 'tracker-event')),
  computed_type text NOT NULL CONSTRAINT trip_computed_type CHECK (computed_type IN ('business', 'private', 'other')),
  computed_rule text NOT NULL CONSTRAINT trip_computed_rule CHECK (computed_rule IN ('switch', 'place-both', 'place-one', 'working-hours', 'default')),
  -- What people edited, laid over what the machine computed; rebuilt from trip_edit.
  edited_type text CONSTRAINT trip_edited_type CHECK (edited_type IN ('business', 'private', 'other')),
  purpose text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  type text NOT NULL GENERATED ALWAYS AS (coalesce(edited_type, computed_type)) STORED,
  driver_member_id bigint,
  start_address text, start_address_is_approximate boolean NOT NULL DEFAULT true,
  stop_address text, stop_address_is_approximate boolean NOT NULL DEFAULT true,
  -- Simplified and packed (telemetry: route.ts); null when no fix was good enough.
  route bytea,
  -- The machine's state when the trip had closed: late data re-runs from here.
  machine_state jsonb,
  algorithm_version smallint NOT NULL,
  gap_before_s integer,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT trip_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id),
  CONSTRAINT trip_order CHECK (ended_at >= started_at),
  CONSTRAINT trip_no_overlap EXCLUDE USING gist (unit_id WITH =, tstzrange(started_at, ended_at, '[)') WITH &&) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT trip_in_account UNIQUE (account_id, id)
);
CREATE INDEX trip_by_unit_time ON trip (unit_id, started_at);
CREATE INDEX trip_by_account_time ON trip (account_id, started_at);
-- Few rows: those whose ends have not been described yet.
CREATE INDEX trip_without_address ON trip (id)
  WHERE (start_address IS NULL AND start_lat_e7 IS NOT NULL) OR (stop_address IS NULL AND stop_lat_e7 IS NOT NULL AND NOT is_ongoing);
CREATE UNIQUE INDEX trip_one_ongoing ON trip (unit_id) WHERE is_ongoing;

-- Append only. Applies to the trip that covers its anchor; without one it is an open matter.
CREATE TABLE trip_edit (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trip_edit_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  anchor_at timestamptz NOT NULL,
  field text NOT NULL CONSTRAINT trip_edit_field CHECK (field IN ('type', 'purpose', 'note')),
  value text,
  actor_member_id bigint NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT trip_edit_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id)
);
CREATE INDEX trip_edit_by_unit ON trip_edit (unit_id, anchor_at);

-- Per account day in the account's zone; a trip over midnight is divided here and only here (TRIP-025).
CREATE TABLE unit_day (
  unit_id bigint NOT NULL,
  account_id bigint NOT NULL,
  day date NOT NULL,
  trips integer NOT NULL,
  driving_s integer NOT NULL,
  business_m integer NOT NULL,
  private_m integer NOT NULL,
  other_m integer NOT NULL,
  max_speed_kmh smallint NOT NULL,
  first_start_at timestamptz,
  last_stop_at timestamptz,
  CONSTRAINT unit_day_pk PRIMARY KEY (unit_id, day),
  CONSTRAINT unit_day_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_day_by_account ON unit_day (account_id, day);

-- Kept five minutes; seq is the stream's event id.
CREATE TABLE live_event (
  seq bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT live_event_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT live_event_kind CHECK (kind IN ('position', 'trip')),
  payload jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX live_event_by_time ON live_event (at);

-- Addresses by grid cell of 4 decimals; shared by all accounts, holds no tenant's data.
CREATE TABLE geo_cache (
  lat_e4 integer NOT NULL,
  lon_e4 integer NOT NULL,
  language text NOT NULL,
  provider text NOT NULL,
  label text,
  payload jsonb NOT NULL,
  is_approximate boolean NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT geo_cache_pk PRIMARY KEY (lat_e4, lon_e4, language)
);

CREATE TABLE installation_setting (
  key text NOT NULL CONSTRAINT installation_setting_pk PRIMARY KEY,
  value jsonb NOT NULL
);

-- Row-level security: every table that carries account_id.
DO $$
DECLARE name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY tenant ON %I TO spora_api USING (account_id = (SELECT current_account_id())) WITH CHECK (account_id = (SELECT current_account_id()))', name);
    EXECUTE format('CREATE POLICY pipeline ON %I TO spora_pipeline USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY owner ON %I TO spora_owner USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$;
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
ALTER TABLE account FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON account TO spora_api USING (id = (SELECT current_account_id()));
CREATE POLICY pipeline ON account TO spora_pipeline USING (true);
CREATE POLICY owner ON account TO spora_owner USING (true) WITH CHECK (true);

-- Grants of the interface.
GRANT SELECT ON account, member, session, unit, fitting, unit_access, unit_setting, unit_latest, trip, trip_edit, unit_day, live_event, idempotency, member_setting, geo_cache TO spora_api;
GRANT INSERT, UPDATE, DELETE ON member_setting, idempotency TO spora_api;
GRANT DELETE ON session TO spora_api;
GRANT INSERT, UPDATE ON unit, fitting, unit_access, unit_setting, unit_latest TO spora_api;
GRANT INSERT ON trip_edit, live_event TO spora_api;
GRANT UPDATE (edited_type, purpose, note, updated_at) ON trip TO spora_api;
GRANT INSERT, UPDATE, DELETE ON unit_day TO spora_api;
GRANT INSERT, UPDATE ON geo_cache TO spora_api;

-- Grants of gateway, projector and worker.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO spora_pipeline;
REVOKE SELECT ON session, sign_in_failure, idempotency FROM spora_pipeline;
GRANT INSERT, UPDATE ON tracker, unknown_tracker, projection_checkpoint, unit_projection, unit_latest, trip, unit_day, geo_cache TO spora_pipeline;
GRANT INSERT, DELETE ON position_segment, position_quarantine, live_event TO spora_pipeline;
GRANT DELETE ON trip, unit_day, unit_projection, unit_latest, projection_checkpoint, unknown_tracker, session, sign_in_failure, idempotency, geo_cache TO spora_pipeline;
GRANT SELECT (id, expires_at, last_used_at) ON session TO spora_pipeline;
GRANT SELECT (id, at) ON sign_in_failure TO spora_pipeline;
GRANT SELECT (member_id, key, at) ON idempotency TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Monthly partitions for [from, to); made ahead by the worker and at start. Safe to call at the same time.
CREATE FUNCTION ensure_segment_partitions(from_time timestamptz, to_time timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE month date := date_trunc('month', from_time AT TIME ZONE 'UTC')::date; name text; made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('spora.segment_partitions'));
  WHILE month::timestamp < (to_time AT TIME ZONE 'UTC') LOOP
    name := 'position_segment_' || to_char(month, 'YYYYMM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF position_segment FOR VALUES FROM (%L) TO (%L)',
        name, month::text || ' 00:00+00', ((month + interval '1 month')::date)::text || ' 00:00+00');
      made := made + 1;
    END IF;
    month := (month + interval '1 month')::date;
  END LOOP;
  RETURN made;
END $$;

-- Drops the partitions that end at or before the given instant (the installation's maximum retention).
CREATE FUNCTION drop_segment_partitions(before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE name text; dropped integer := 0;
BEGIN
  FOR name IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'position_segment'::regclass
      AND to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= (before AT TIME ZONE 'UTC')
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- The raw log, only through the fittings of the account in force.
CREATE FUNCTION unit_segments(unit bigint, from_time timestamptz, to_time timestamptz)
RETURNS TABLE (tracker_id bigint, seq bigint, fitted_from timestamptz, fitted_to timestamptz, data bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tracker_id, s.seq, lower(f.during), upper(f.during), s.data
  FROM fitting f JOIN position_segment s ON s.tracker_id = f.tracker_id
  WHERE f.unit_id = unit AND f.account_id = (SELECT current_account_id())
    AND f.during && tstzrange(from_time, to_time)
    AND s.t0 >= from_time - interval '1 day' AND s.t0 < to_time AND s.t1 >= from_time
    AND s.t1 >= coalesce(lower(f.during), '-infinity') AND s.t0 < coalesce(upper(f.during), 'infinity')
  ORDER BY s.t0, s.seq
$$;

-- The live hub hears of every change of what somebody may see, whoever makes it (platform/live-hub.ts reads the payload).
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('spora_live', json_build_object('account', coalesce(NEW.account_id, OLD.account_id), 'access', true)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER unit_access_announced AFTER INSERT OR UPDATE OR DELETE ON unit_access FOR EACH ROW EXECUTE FUNCTION announce_access();
CREATE TRIGGER unit_announced AFTER INSERT OR UPDATE OF retired_at ON unit FOR EACH ROW EXECUTE FUNCTION announce_access();
CREATE TRIGGER session_announced AFTER DELETE ON session FOR EACH ROW EXECUTE FUNCTION announce_access();
CREATE TRIGGER member_announced AFTER UPDATE OF is_admin, disabled_at, real_time_map ON member FOR EACH ROW EXECUTE FUNCTION announce_access();

-- Before anyone is signed in there is no account to set; these are the only ways past it.
CREATE FUNCTION find_member_for_sign_in(username text)
RETURNS TABLE (member_id bigint, account_id bigint, password_hash text, subsite_id smallint, disabled boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.password_hash, a.subsite_id, m.disabled_at IS NOT NULL
  FROM member m JOIN account a ON a.id = m.account_id WHERE lower(m.email) = lower(username)
$$;

CREATE FUNCTION open_session(member bigint, token bytea, remember_me boolean, agent text, at timestamptz, until timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO session (account_id, member_id, token_hash, remember, user_agent, created_at, last_used_at, expires_at)
  SELECT m.account_id, m.id, token, remember_me, left(agent, 200), at, at, until FROM member m WHERE m.id = member
$$;

-- Finds a live session and notes its use at most once a minute.
CREATE FUNCTION use_session(token bytea, at timestamptz, idle interval)
RETURNS TABLE (session_id bigint, member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session s SET last_used_at = at
    WHERE s.token_hash = token AND s.last_used_at < at - interval '1 minute' AND s.last_used_at > at - idle AND s.expires_at > at;
  RETURN QUERY SELECT s.id, m.id, m.account_id, m.is_admin, m.real_time_map, a.time_zone
    FROM session s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = m.account_id
    WHERE s.token_hash = token AND s.expires_at > at AND s.last_used_at > at - idle AND m.disabled_at IS NULL;
END $$;

-- Counts an attempt before the password is looked at, so that attempts side by side cannot all be "the first". Answers the failures
-- of the last window with this one; null while blocked: until one window after the failure that filled the count. Attempts made
-- while blocked do not prolong it.
CREATE FUNCTION begin_sign_in(key bytea, moment timestamptz, attempts integer, span interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE failures integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(key, 'hex'), 21));
  IF EXISTS (
    SELECT 1 FROM sign_in_failure f WHERE f.key_hash = key AND f.at > moment - span
      AND attempts <= (SELECT count(*) FROM sign_in_failure e WHERE e.key_hash = key AND e.at > f.at - span AND e.at <= f.at)
  ) THEN RETURN NULL; END IF;
  INSERT INTO sign_in_failure (key_hash, at) VALUES (key, moment);
  SELECT count(*)::integer INTO failures FROM sign_in_failure e WHERE e.key_hash = key AND e.at > moment - span AND e.at <= moment;
  RETURN failures;
END $$;
CREATE FUNCTION clear_sign_in_failures(key bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM sign_in_failure WHERE key_hash = key
$$;

-- A phone gets a tracker of its own; the unit and its fitting are the account's rows.
CREATE FUNCTION add_phone_tracker(new_imei text, new_phone_id text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE new_id bigint;
BEGIN
  INSERT INTO tracker (imei, protocol, phone_id) VALUES (new_imei, 'osmand', new_phone_id) RETURNING id INTO new_id;
  INSERT INTO tracker_family (tracker_id, valid_from, family) VALUES (new_id, at, 'phone');
  RETURN new_id;
END $$;

-- What the screens show of the hardware, through the account's own fittings.
CREATE FUNCTION account_trackers() RETURNS TABLE (tracker_id bigint, unit_id bigint, imei text, protocol text, last_contact_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, f.unit_id, t.imei, t.protocol, t.last_contact_at
  FROM fitting f JOIN tracker t ON t.id = f.tracker_id
  WHERE f.account_id = (SELECT current_account_id()) AND upper_inf(f.during)
$$;

-- The same of a few units of many: a page of a long list, what changed just now. Told to be few, the others are not read through.
CREATE FUNCTION unit_trackers(units bigint[]) RETURNS TABLE (unit_id bigint, imei text, last_contact_at timestamptz)
LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT f.unit_id, t.imei, t.last_contact_at FROM fitting f JOIN tracker t ON t.id = f.tracker_id
  WHERE f.unit_id = ANY (units) AND f.account_id = (SELECT current_account_id()) AND upper_inf(f.during)
$$;

-- The same by number: a few of many.
CREATE FUNCTION trackers_by_imei(imeis text[]) RETURNS TABLE (tracker_id bigint, unit_id bigint, imei text)
LANGUAGE sql STABLE ROWS 10 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, f.unit_id, t.imei FROM tracker t JOIN fitting f ON f.tracker_id = t.id
  WHERE t.imei = ANY (imeis) AND f.account_id = (SELECT current_account_id()) AND upper_inf(f.during)
$$;

-- Holds the account's own units against the projector until the transaction ends, in the order in which the projector takes them:
-- what is read afterwards stays as it is read, and no two wait for each other.
CREATE FUNCTION lock_units(units bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM unit_projection p WHERE p.unit_id = ANY (units) AND p.account_id = (SELECT current_account_id())
    ORDER BY p.unit_id FOR UPDATE;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOR f IN SELECT p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION unit_segments, find_member_for_sign_in, open_session, use_session, begin_sign_in,
  clear_sign_in_failures, add_phone_tracker, account_trackers, unit_trackers, trackers_by_imei, lock_units TO spora_api;
GRANT EXECUTE ON FUNCTION ensure_segment_partitions, drop_segment_partitions TO spora_pipeline;
