-- How vehicles are driven (decision 0068): REP-013.

-- What an account's driving is judged by, from an instant on: a rebuild equals living through it. EcoSettings of the contract.
CREATE TABLE eco_setting (
  account_id bigint NOT NULL CONSTRAINT eco_setting_account REFERENCES account ON DELETE CASCADE,
  valid_from timestamptz NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT eco_setting_pk PRIMARY KEY (account_id, valid_from)
);
CALL protect_tenant_table('eco_setting');
GRANT SELECT, INSERT, UPDATE ON eco_setting TO spora_api;
GRANT SELECT ON eco_setting TO spora_pipeline;

-- Computed from the log, so that late data and a rebuild make it anew.
CREATE TABLE eco_event (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  -- 'judged': of the trip that began at `at`, so much was told often enough to tell harsh driving.
  kind text NOT NULL CONSTRAINT eco_event_kind CHECK (kind IN ('acceleration', 'braking', 'cornering', 'speeding', 'idling', 'judged')),
  at timestamptz NOT NULL,
  -- The record that showed it, or that it was over: the row is its.
  noted_at timestamptz NOT NULL,
  source text NOT NULL CONSTRAINT eco_event_source CHECK (source IN ('tracker', 'speed')),
  -- m/s² of harsh driving, the highest km/h of speeding, and what it was held against.
  value real,
  limit_value real,
  duration_ms integer,
  -- Where it began; null where that is not known, and once positions are no longer kept.
  lat_e7 integer,
  lon_e7 integer,
  CONSTRAINT eco_event_pk PRIMARY KEY (unit_id, kind, noted_at),
  CONSTRAINT eco_event_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX eco_event_by_time ON eco_event (unit_id, at);
-- What is to be forgotten is found by its age.
CREATE INDEX eco_event_by_account ON eco_event (account_id, at);
CALL protect_tenant_table('eco_event');
GRANT SELECT ON eco_event TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON eco_event TO spora_pipeline;

-- The same by trip, so that a report reads no single event: a trip of which nothing was noted has no row.
CREATE TABLE eco_trip (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  trip_id bigint NOT NULL CONSTRAINT eco_trip_pk PRIMARY KEY CONSTRAINT eco_trip_trip REFERENCES trip ON DELETE CASCADE ON UPDATE CASCADE,
  accelerations smallint NOT NULL,
  brakings smallint NOT NULL,
  cornerings smallint NOT NULL,
  speedings smallint NOT NULL,
  idlings smallint NOT NULL,
  -- Of the first three, those that the tracker told of.
  own smallint NOT NULL,
  speeding_s integer NOT NULL,
  idle_s integer NOT NULL,
  -- Idling beside the trip: before it set off, and after it had come to its end.
  idle_before_s integer NOT NULL,
  idle_after_s integer NOT NULL,
  judged_s integer NOT NULL
);
CREATE INDEX eco_trip_by_unit ON eco_trip (unit_id);
CALL protect_tenant_table('eco_trip');
GRANT SELECT ON eco_trip TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON eco_trip TO spora_pipeline;
