-- Booking of vehicles (decision 0065): BOOK-001 to 050.

ALTER TABLE unit ADD COLUMN seats smallint CONSTRAINT unit_seats CHECK (seats BETWEEN 1 AND 99);

-- A span in which somebody has a unit, or nobody can drive it (`kind`). Instants: the account's clocks say which, when it is made.
CREATE TABLE booking (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT booking_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT booking_kind CHECK (kind IN ('drive', 'service', 'inspection', 'other')),
  state text NOT NULL CONSTRAINT booking_state CHECK (state IN ('requested', 'booked', 'refused', 'released')),
  driver_id bigint,
  booked_by bigint NOT NULL,
  purpose text NOT NULL CONSTRAINT booking_purpose CHECK (length(purpose) BETWEEN 1 AND 100),
  -- Half-open: one may begin as another ends (DEC-26).
  during tstzrange NOT NULL CONSTRAINT booking_during CHECK (NOT isempty(during) AND lower_inc(during) AND NOT upper_inc(during)
    AND lower(during) IS NOT NULL AND upper(during) IS NOT NULL),
  -- Its ends by themselves: under row-level security an index answers plain comparisons, and nothing of ranges.
  starts_at timestamptz NOT NULL GENERATED ALWAYS AS (lower(during)) STORED,
  ends_at timestamptz NOT NULL GENERATED ALWAYS AS (upper(during)) STORED,
  -- Those of a row of weeks carry the id of its first.
  row_id bigint,
  -- When the unit was given back before its time was over; `during` ends there (DEC-22).
  returned_at timestamptz,
  decided_by bigint,
  decided_at timestamptz,
  reason text,
  start_reminded_at timestamptz,
  end_reminded_at timestamptz,
  -- When whoever comes next was told that the unit is late.
  late_told_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT booking_driver_known CHECK (kind <> 'drive' OR driver_id IS NOT NULL),
  CONSTRAINT booking_in_account UNIQUE (account_id, id),
  CONSTRAINT booking_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT booking_driver FOREIGN KEY (account_id, driver_id) REFERENCES member (account_id, id),
  CONSTRAINT booking_booker FOREIGN KEY (account_id, booked_by) REFERENCES member (account_id, id),
  -- The database is the judge of overlaps (BOOK-040). What waits for an approver holds its time.
  CONSTRAINT booking_no_overlap EXCLUDE USING gist (unit_id WITH =, during WITH &&) WHERE (state IN ('requested', 'booked'))
);
CREATE INDEX booking_by_account ON booking (account_id, starts_at, ends_at) WHERE state IN ('requested', 'booked');
CREATE INDEX booking_by_unit ON booking (unit_id, starts_at, ends_at);
CREATE INDEX booking_by_driver ON booking (driver_id, starts_at, ends_at) WHERE state IN ('requested', 'booked');
CREATE INDEX booking_by_row ON booking (row_id) WHERE row_id IS NOT NULL;
CREATE INDEX booking_requested ON booking (account_id) WHERE state = 'requested';
-- By the clock, over all accounts: what begins, ends or is missed soon.
CREATE INDEX booking_begins ON booking (starts_at) WHERE state = 'booked' AND kind = 'drive';
CREATE INDEX booking_ends ON booking (ends_at) WHERE state = 'booked' AND kind = 'drive';
CALL protect_tenant_table('booking');
GRANT SELECT, INSERT, UPDATE, DELETE ON booking TO spora_api;
GRANT SELECT, UPDATE, DELETE ON booking TO spora_pipeline;

-- How a unit was left, for whoever has it next.
CREATE TABLE booking_hand_over (
  account_id bigint NOT NULL,
  booking_id bigint NOT NULL CONSTRAINT booking_hand_over_pk PRIMARY KEY,
  note text NOT NULL CONSTRAINT booking_hand_over_note CHECK (length(note) <= 500),
  odometer_km double precision CONSTRAINT booking_hand_over_odometer CHECK (odometer_km BETWEEN 0 AND 9999999),
  fuel_pct smallint CONSTRAINT booking_hand_over_fuel CHECK (fuel_pct BETWEEN 0 AND 100),
  member_id bigint NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT booking_hand_over_booking FOREIGN KEY (account_id, booking_id) REFERENCES booking (account_id, id) ON DELETE CASCADE,
  CONSTRAINT booking_hand_over_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id)
);
CALL protect_tenant_table('booking_hand_over');
GRANT SELECT, INSERT, UPDATE ON booking_hand_over TO spora_api;
GRANT SELECT, DELETE ON booking_hand_over TO spora_pipeline;

-- How an account books; none: the values of its columns' defaults.
CREATE TABLE booking_settings (
  account_id bigint NOT NULL CONSTRAINT booking_settings_pk PRIMARY KEY CONSTRAINT booking_settings_account REFERENCES account ON DELETE CASCADE,
  needs_approval boolean NOT NULL DEFAULT false,
  -- Null: all administrators.
  approver_id bigint,
  releases_no_shows boolean NOT NULL DEFAULT false,
  remind_before_start_min integer NOT NULL DEFAULT 30 CONSTRAINT booking_settings_start CHECK (remind_before_start_min BETWEEN 0 AND 1440),
  remind_before_end_min integer NOT NULL DEFAULT 15 CONSTRAINT booking_settings_end CHECK (remind_before_end_min BETWEEN 0 AND 1440),
  CONSTRAINT booking_settings_approver FOREIGN KEY (account_id, approver_id) REFERENCES member (account_id, id)
);
CALL protect_tenant_table('booking_settings');
GRANT SELECT, INSERT, UPDATE ON booking_settings TO spora_api;
GRANT SELECT ON booking_settings TO spora_pipeline;

-- BOOK-046: the addresses of a member's calendars: of their own bookings (`unit_id` null), or of a unit's.
CREATE TABLE booking_calendar (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT booking_calendar_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  unit_id bigint,
  token_hash bytea NOT NULL CONSTRAINT booking_calendar_token_unique UNIQUE,
  created_at timestamptz NOT NULL,
  CONSTRAINT booking_calendar_one UNIQUE NULLS NOT DISTINCT (member_id, unit_id),
  CONSTRAINT booking_calendar_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE,
  CONSTRAINT booking_calendar_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('booking_calendar');
GRANT SELECT, INSERT, DELETE ON booking_calendar TO spora_api;
GRANT SELECT, DELETE ON booking_calendar TO spora_pipeline;

CREATE FUNCTION member_of_booking_calendar(token bytea)
RETURNS TABLE (member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text, language text, unit_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.is_admin, m.real_time_map, a.time_zone, m.language, c.unit_id
  FROM booking_calendar c JOIN member m ON m.id = c.member_id JOIN account a ON a.id = m.account_id
  WHERE c.token_hash = token AND m.disabled_at IS NULL AND m.removed_at IS NULL AND a.closed_at IS NULL
$$;
REVOKE ALL ON FUNCTION member_of_booking_calendar FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_of_booking_calendar TO spora_api;

GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
