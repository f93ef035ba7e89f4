-- The whole trip log: what people lay over a trip, merged and manual trips, drivers, places, attestation with its seal, exports.

-- What stands over what the machine computed, strongest first. A driver or project of 0 / '' is one that was taken away by hand.
ALTER TABLE trip RENAME COLUMN driver_member_id TO computed_driver_id;
ALTER TABLE trip DROP COLUMN type;
ALTER TABLE trip
  ADD COLUMN edited_driver_id bigint,
  -- From check-ins and driver tags (driver_event).
  ADD COLUMN checked_in_driver_id bigint,
  ADD COLUMN driver_member_id bigint GENERATED ALWAYS AS (nullif(coalesce(edited_driver_id, checked_in_driver_id, computed_driver_id), 0)) STORED,
  -- From the places at its ends (place_rule), laid on after the machine.
  ADD COLUMN place_type text CONSTRAINT trip_place_type CHECK (place_type IN ('business', 'private', 'other')),
  ADD COLUMN place_rule text CONSTRAINT trip_place_rule CHECK (place_rule IN ('place-both', 'place-one')),
  ADD COLUMN place_purpose text NOT NULL DEFAULT '',
  ADD COLUMN place_project text NOT NULL DEFAULT '',
  ADD COLUMN place_note text NOT NULL DEFAULT '',
  ADD COLUMN start_place_id bigint,
  ADD COLUMN stop_place_id bigint,
  -- TRIP-024: a person, then the switch in the car, then the places, then working hours and the unit's default.
  ADD COLUMN type text NOT NULL GENERATED ALWAYS AS (
    coalesce(edited_type, CASE WHEN computed_rule = 'switch' THEN computed_type END, place_type, computed_type)) STORED,
  ADD COLUMN project text NOT NULL DEFAULT '',
  -- Company or contact visited (TRIP-035).
  ADD COLUMN visited text NOT NULL DEFAULT '',
  -- [{"member_id": 7} | {"name": "..."}]
  ADD COLUMN passengers jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN is_manual boolean NOT NULL DEFAULT false,
  -- The second of two merged trips: shown within the first, counted with it.
  ADD COLUMN merged_into_id bigint,
  -- Set while the period it lies in is attested: nothing may change it.
  ADD COLUMN attestation_id bigint,
  -- What the odometer showed when it was attested: a later reading of the unit does not change it.
  ADD COLUMN attested_start_odometer_m bigint,
  ADD COLUMN attested_stop_odometer_m bigint,
  -- When a person last changed something of it.
  ADD COLUMN edited_at timestamptz,
  DROP CONSTRAINT trip_end_rule,
  ADD CONSTRAINT trip_end_rule CHECK (end_rule IN ('open', 'ignition-off', 'still', 'gap', 'tracker-event', 'manual')),
  DROP CONSTRAINT trip_no_overlap,
  ADD CONSTRAINT trip_no_overlap EXCLUDE USING gist (unit_id WITH =, tstzrange(started_at, ended_at, '[)') WITH &&) WHERE (NOT is_manual)
    DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX trip_merged_into ON trip (merged_into_id) WHERE merged_into_id IS NOT NULL;
CREATE INDEX trip_by_attestation ON trip (attestation_id) WHERE attestation_id IS NOT NULL;
CREATE INDEX trip_without_driver ON trip (account_id, started_at) WHERE driver_member_id IS NULL AND NOT is_ongoing;

ALTER TABLE trip_edit
  DROP CONSTRAINT trip_edit_field,
  ADD CONSTRAINT trip_edit_field CHECK (field IN ('type', 'purpose', 'note', 'project', 'visited', 'driver', 'passengers', 'merge', 'split', 'manual')),
  ADD COLUMN old_value text NOT NULL DEFAULT '',
  -- An edit of a trip that was entered by hand is that trip's alone, whatever else was under way at the time.
  ADD COLUMN manual_trip_id bigint;

-- Two trips shown as one. The anchors are instants within each, so that a rebuild finds both again; a split ends the row.
CREATE TABLE trip_merge (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trip_merge_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  first_anchor_at timestamptz NOT NULL,
  second_anchor_at timestamptz NOT NULL,
  actor_member_id bigint NOT NULL,
  at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT trip_merge_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT trip_merge_order CHECK (first_anchor_at < second_anchor_at)
);
CREATE INDEX trip_merge_by_unit ON trip_merge (unit_id, first_anchor_at) WHERE ended_at IS NULL;
CALL protect_tenant_table('trip_merge');

-- Who drives a unit from an instant on; null: nobody. The newest at or before a trip's start counts, those that were set aside do not.
CREATE TABLE driver_event (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT driver_event_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  member_id bigint,
  source text NOT NULL CONSTRAINT driver_event_source CHECK (source IN ('member', 'qr', 'tag')),
  tag text,
  actor_member_id bigint,
  recorded_at timestamptz NOT NULL,
  superseded_at timestamptz,
  lat_e7 integer,
  lon_e7 integer,
  -- DRV-009: checked in by code without access to the unit: its card may be seen until the check-out.
  gives_card boolean NOT NULL DEFAULT false,
  CONSTRAINT driver_event_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX driver_event_by_unit ON driver_event (unit_id, at) WHERE superseded_at IS NULL;
CALL protect_tenant_table('driver_event');

-- Driver tags: iButton, RFID, BLE. Linked to one member at a time; the links are the history.
CREATE TABLE driver_tag (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT driver_tag_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT driver_tag_account REFERENCES account ON DELETE CASCADE,
  tag text NOT NULL CONSTRAINT driver_tag_text CHECK (tag <> '' AND length(tag) <= 64),
  name text NOT NULL DEFAULT '',
  removed_at timestamptz,
  last_read_at timestamptz,
  last_read_unit_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT driver_tag_once UNIQUE (account_id, tag)
);
CALL protect_tenant_table('driver_tag');
CREATE TABLE driver_tag_link (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT driver_tag_link_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  tag_id bigint NOT NULL CONSTRAINT driver_tag_link_tag REFERENCES driver_tag ON DELETE CASCADE,
  member_id bigint NOT NULL,
  during tstzrange NOT NULL,
  actor_member_id bigint NOT NULL,
  CONSTRAINT driver_tag_link_one EXCLUDE USING gist (tag_id WITH =, during WITH &&)
);
CALL protect_tenant_table('driver_tag_link');

-- Places with what a trip that starts or ends there is. A version is never changed: a newer one ends it (a rebuild equals living through it).
CREATE TABLE place (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT place_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT place_account REFERENCES account ON DELETE CASCADE,
  label text NOT NULL CONSTRAINT place_label CHECK (label <> '' AND length(label) <= 50),
  address text NOT NULL DEFAULT '',
  lat_e7 integer NOT NULL,
  lon_e7 integer NOT NULL,
  radius_m integer NOT NULL DEFAULT 100 CONSTRAINT place_radius CHECK (radius_m BETWEEN 50 AND 9999),
  is_active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  -- Null: every unit of the account.
  unit_ids bigint[],
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  CONSTRAINT place_in_account UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX place_label_unique ON place (account_id, lower(label)) WHERE removed_at IS NULL;
CALL protect_tenant_table('place');
CREATE TABLE place_rule (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT place_rule_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  place_id bigint NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_to timestamptz,
  -- The place as it was: centre, radius, units, list order; and what holds there (contract: placeRule[] and placeSchedule).
  place jsonb NOT NULL,
  rules jsonb NOT NULL,
  schedule jsonb NOT NULL,
  CONSTRAINT place_rule_place FOREIGN KEY (account_id, place_id) REFERENCES place (account_id, id) ON DELETE CASCADE,
  CONSTRAINT place_rule_once EXCLUDE USING gist (place_id WITH =, tstzrange(valid_from, valid_to) WITH &&)
);
CREATE INDEX place_rule_by_account ON place_rule (account_id);
CALL protect_tenant_table('place_rule');

-- Attestation of a unit's trips of a period by who drove them; member null: trips without a driver. Ended rows are the history.
CREATE TABLE attestation (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT attestation_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  member_id bigint,
  from_day date NOT NULL,
  to_day date NOT NULL,
  note text NOT NULL DEFAULT '' CONSTRAINT attestation_note CHECK (length(note) <= 100),
  user_attested_at timestamptz,
  user_attested_by bigint,
  admin_attested_at timestamptz,
  admin_attested_by bigint,
  reopened_at timestamptz,
  reopened_by bigint,
  reopened_reason text NOT NULL DEFAULT '' CONSTRAINT attestation_reason CHECK (length(reopened_reason) <= 100),
  CONSTRAINT attestation_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id),
  CONSTRAINT attestation_order CHECK (to_day >= from_day),
  CONSTRAINT attestation_in_account UNIQUE (account_id, id),
  CONSTRAINT attestation_no_overlap EXCLUDE USING gist (unit_id WITH =, coalesce(member_id, 0) WITH =, daterange(from_day, to_day, '[]') WITH &&)
    WHERE (reopened_at IS NULL)
);
CREATE INDEX attestation_by_account ON attestation (account_id, from_day);
CALL protect_tenant_table('attestation');

CREATE TABLE attest_reminder (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT attest_reminder_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT attest_reminder_account REFERENCES account ON DELETE CASCADE,
  member_id bigint NOT NULL,
  from_day date NOT NULL,
  to_day date NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX attest_reminder_by_member ON attest_reminder (member_id, at DESC);
CALL protect_tenant_table('attest_reminder');

-- Late data that would change an attested trip, or make a new one in an attested period (TRIP-029); settled by an administrator.
CREATE TABLE trip_proposal (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT trip_proposal_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  -- The attested trip it would change; null: a trip that is not in the log.
  trip_id bigint,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  distance_m integer NOT NULL,
  at timestamptz NOT NULL,
  settled_at timestamptz,
  settled_by bigint,
  verdict text CONSTRAINT trip_proposal_verdict CHECK (verdict IN ('dismissed', 'reopened')),
  CONSTRAINT trip_proposal_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT trip_proposal_once UNIQUE NULLS NOT DISTINCT (unit_id, trip_id, started_at)
);
CALL protect_tenant_table('trip_proposal');

-- The seal of an attested period (docs/decisions/0023): canonical document with a salt per field, its tree's root, chained per unit.
CREATE TABLE seal (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT seal_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  attestation_id bigint NOT NULL,
  number integer NOT NULL,
  document jsonb NOT NULL,
  root bytea NOT NULL,
  previous bytea NOT NULL,
  signature bytea NOT NULL,
  key_id text NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT seal_attestation FOREIGN KEY (account_id, attestation_id) REFERENCES attestation (account_id, id),
  CONSTRAINT seal_chain UNIQUE (unit_id, number)
);
CREATE INDEX seal_by_attestation ON seal (attestation_id);
CALL protect_tenant_table('seal');

-- Every file that left: its fingerprint, so that anybody can ask whether a file is one of ours and unchanged.
CREATE TABLE exported_file (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT exported_file_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT exported_file_account REFERENCES account ON DELETE CASCADE,
  member_id bigint,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  sha256 bytea NOT NULL,
  bytes bigint NOT NULL
);
CREATE INDEX exported_file_by_hash ON exported_file (sha256);
CALL protect_tenant_table('exported_file');

-- The log by mail, daily, weekly or monthly.
CREATE TABLE export_schedule (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT export_schedule_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT export_schedule_account REFERENCES account ON DELETE CASCADE,
  member_id bigint NOT NULL,
  name text NOT NULL,
  every text NOT NULL CONSTRAINT export_schedule_every CHECK (every IN ('day', 'week', 'month')),
  format text NOT NULL CONSTRAINT export_schedule_format CHECK (format IN ('csv', 'xlsx', 'pdf')),
  recipients text[] NOT NULL,
  language text NOT NULL CONSTRAINT export_schedule_language CHECK (language IN ('en', 'sv', 'no')),
  filter jsonb NOT NULL,
  next_at timestamptz NOT NULL,
  last_sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CALL protect_tenant_table('export_schedule');

-- Calendar of trips: an address that nobody guesses, kept as its hash.
CREATE TABLE trip_calendar (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL CONSTRAINT trip_calendar_pk PRIMARY KEY,
  token_hash bytea NOT NULL CONSTRAINT trip_calendar_token_unique UNIQUE,
  created_at timestamptz NOT NULL,
  CONSTRAINT trip_calendar_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('trip_calendar');

-- What the account asks of its log.
ALTER TABLE account
  ADD COLUMN purpose_required boolean NOT NULL DEFAULT false,
  ADD COLUMN driver_required boolean NOT NULL DEFAULT false,
  ADD COLUMN monthly_attest_reminder boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT ON trip_merge, driver_event, driver_tag, driver_tag_link, place, place_rule, attestation, attest_reminder, seal, exported_file,
  export_schedule, trip_calendar TO spora_api;
GRANT SELECT ON trip_proposal TO spora_api;
GRANT UPDATE (ended_at) ON trip_merge TO spora_api;
GRANT UPDATE (superseded_at) ON driver_event TO spora_api;
GRANT UPDATE (name, removed_at) ON driver_tag TO spora_api;
GRANT UPDATE (during) ON driver_tag_link TO spora_api;
GRANT UPDATE ON place, place_rule TO spora_api;
GRANT UPDATE (note, user_attested_at, user_attested_by, admin_attested_at, admin_attested_by, reopened_at, reopened_by, reopened_reason) ON attestation TO spora_api;
GRANT UPDATE (settled_at, settled_by, verdict) ON trip_proposal TO spora_api;
GRANT UPDATE, DELETE ON export_schedule, trip_calendar TO spora_api;
GRANT UPDATE (purpose_required, driver_required, monthly_attest_reminder) ON account TO spora_api;
GRANT UPDATE (edited_type, purpose, note, project, visited, passengers, edited_driver_id, checked_in_driver_id, place_type, place_rule, place_purpose,
  place_project, place_note, start_place_id, stop_place_id, merged_into_id, attestation_id, attested_start_odometer_m, attested_stop_odometer_m, edited_at, updated_at) ON trip TO spora_api;
GRANT SELECT ON trip_merge, driver_event, driver_tag, driver_tag_link, place, place_rule, attestation, attest_reminder, trip_proposal, seal, export_schedule TO spora_pipeline;
GRANT INSERT ON trip_proposal, driver_event, driver_tag, attest_reminder, exported_file TO spora_pipeline;
GRANT UPDATE (last_read_at, last_read_unit_id) ON driver_tag TO spora_pipeline;
GRANT UPDATE (next_at, last_sent_at) ON export_schedule TO spora_pipeline;
GRANT UPDATE (ended_at, distance_m, at, settled_at, settled_by, verdict) ON trip_proposal TO spora_pipeline;
GRANT DELETE ON exported_file, trip_proposal TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- A trip that people enter by hand is the log's, not the machine's.
CREATE FUNCTION add_manual_trip(unit bigint, from_time timestamptz, to_time timestamptz, metres integer, trip_type text, driver bigint, start_odo bigint, stop_odo bigint,
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
  RETURN made;
END $$;

CREATE FUNCTION remove_manual_trip(trip_id bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM trip WHERE id = trip_id AND is_manual AND attestation_id IS NULL AND account_id = (SELECT current_account_id())
$$;
REVOKE ALL ON FUNCTION add_manual_trip, remove_manual_trip FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_manual_trip, remove_manual_trip TO spora_api;
