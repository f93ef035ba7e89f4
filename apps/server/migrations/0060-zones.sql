-- Zones (decision 0054): GEO-001 to 022, DEC-01.

-- DEC-01: metres; smaller zones where the account was given them.
ALTER TABLE account ADD COLUMN geofence_min_radius integer NOT NULL DEFAULT 300
  CONSTRAINT account_geofence_min_radius CHECK (geofence_min_radius BETWEEN 50 AND 300);

-- FEAT-001: a feature of units, on until somebody chooses otherwise.
ALTER TABLE unit DROP CONSTRAINT unit_features_known;
ALTER TABLE account DROP CONSTRAINT account_default_features_known;
ALTER TABLE feature_profile DROP CONSTRAINT feature_profile_known;
UPDATE unit SET features = features || 'zones'::text WHERE kind <> 'sensor' AND lower(subscription_type) <> 'bas';
UPDATE account SET default_features = default_features || 'zones'::text;
ALTER TABLE account ALTER COLUMN default_features SET DEFAULT ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel', 'eco',
  'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs', 'zones'];
ALTER TABLE unit ADD CONSTRAINT unit_features_known CHECK (features <@ ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel',
  'eco', 'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs', 'zones']);
ALTER TABLE account ADD CONSTRAINT account_default_features_known CHECK (default_features <@ ARRAY['attestation', 'check-in', 'driver-id',
  'benefit', 'tolls', 'fuel', 'eco', 'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs', 'zones']);
ALTER TABLE feature_profile ADD CONSTRAINT feature_profile_known CHECK (features <@ ARRAY['attestation', 'check-in', 'driver-id', 'benefit',
  'tolls', 'fuel', 'eco', 'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs', 'zones']);

CREATE TABLE zone (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT zone_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT zone_account REFERENCES account ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT zone_name CHECK (length(name) BETWEEN 1 AND 50),
  address text NOT NULL DEFAULT '',
  lat_e7 integer NOT NULL,
  lon_e7 integer NOT NULL,
  radius_m integer NOT NULL CONSTRAINT zone_radius CHECK (radius_m BETWEEN 50 AND 9999),
  is_active boolean NOT NULL DEFAULT true,
  alarm text NOT NULL CONSTRAINT zone_alarm CHECK (alarm IN ('leave', 'enter', 'both')),
  -- GEO-018: theft mode itself is another feature's.
  theft_mode_on_leave boolean NOT NULL DEFAULT false,
  -- GEO-016: WeekHours in which it is inactive, with the zone whose clock they were told by; null: never.
  inactive jsonb,
  -- MAP-013: made by "arm here" for this unit.
  armed_unit_id bigint,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  -- Its event log stays.
  removed_at timestamptz,
  CONSTRAINT zone_in_account UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX zone_name_unique ON zone (account_id, lower(name)) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX zone_armed_once ON zone (armed_unit_id) WHERE removed_at IS NULL AND armed_unit_id IS NOT NULL;
CALL protect_tenant_table('zone');
GRANT SELECT, INSERT, UPDATE ON zone TO spora_api;
GRANT SELECT, DELETE ON zone TO spora_pipeline;

-- GEO-004, GEO-011: which units it is for, and what each has been told of it.
CREATE TABLE zone_unit (
  account_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  -- The newest order to the unit about it; null: its model takes none.
  command_id bigint,
  CONSTRAINT zone_unit_pk PRIMARY KEY (zone_id, unit_id),
  CONSTRAINT zone_unit_zone FOREIGN KEY (account_id, zone_id) REFERENCES zone (account_id, id) ON DELETE CASCADE,
  CONSTRAINT zone_unit_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX zone_unit_by_unit ON zone_unit (unit_id);
CALL protect_tenant_table('zone_unit');
GRANT SELECT, INSERT, UPDATE, DELETE ON zone_unit TO spora_api;
GRANT SELECT ON zone_unit TO spora_pipeline;

-- What a unit's records are held against, from when to when: a rebuild equals living through it. By unit, so that only its own zones are looked
-- at, however many the account has.
CREATE TABLE zone_watch (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_to timestamptz CONSTRAINT zone_watch_span CHECK (valid_to > valid_from),
  lat_e7 integer NOT NULL,
  lon_e7 integer NOT NULL,
  radius_m integer NOT NULL,
  alarm text NOT NULL,
  inactive jsonb,
  CONSTRAINT zone_watch_pk PRIMARY KEY (unit_id, zone_id, valid_from),
  CONSTRAINT zone_watch_zone FOREIGN KEY (account_id, zone_id) REFERENCES zone (account_id, id) ON DELETE CASCADE,
  CONSTRAINT zone_watch_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX zone_watch_by_zone ON zone_watch (zone_id) WHERE valid_to IS NULL;
CALL protect_tenant_table('zone_watch');
GRANT SELECT, INSERT, UPDATE, DELETE ON zone_watch TO spora_api;
GRANT SELECT, DELETE ON zone_watch TO spora_pipeline;

-- GEO-022: computed from the log, so that late data and a rebuild make it anew.
CREATE TABLE zone_crossing (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  zone_id bigint NOT NULL,
  at timestamptz NOT NULL,
  direction text NOT NULL CONSTRAINT zone_crossing_direction CHECK (direction IN ('left', 'entered')),
  -- Where the first record on the other side was; null once positions are no longer kept.
  lat_e7 integer,
  lon_e7 integer,
  -- GEO-019: within the guard time after leaving, so nobody was told.
  is_return boolean NOT NULL,
  CONSTRAINT zone_crossing_pk PRIMARY KEY (unit_id, zone_id, at),
  CONSTRAINT zone_crossing_zone FOREIGN KEY (account_id, zone_id) REFERENCES zone (account_id, id) ON DELETE CASCADE,
  CONSTRAINT zone_crossing_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX zone_crossing_by_time ON zone_crossing (account_id, at DESC);
CREATE INDEX zone_crossing_by_zone ON zone_crossing (zone_id, at DESC);
CALL protect_tenant_table('zone_crossing');
GRANT SELECT ON zone_crossing TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON zone_crossing TO spora_pipeline;

-- GEO-011: orders to units about zones.
ALTER TABLE command DROP CONSTRAINT command_kind;
ALTER TABLE command ADD CONSTRAINT command_kind CHECK (kind IN ('output', 'eco-driving', 'zone'));

GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
