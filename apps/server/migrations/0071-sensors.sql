-- Bluetooth sensors and tags (decision 0060): BLE-001 to 019.

-- A sensor belongs to one account at a time, by its MAC address.
CREATE TABLE sensor (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sensor_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT sensor_account REFERENCES account ON DELETE CASCADE,
  mac text NOT NULL CONSTRAINT sensor_mac CHECK (mac ~ '^[0-9A-F]{12}$'),
  name text NOT NULL CONSTRAINT sensor_name CHECK (length(name) BETWEEN 1 AND 50),
  -- DEC-50: a tag tells where it was heard, and nothing else.
  kind text NOT NULL CONSTRAINT sensor_kind CHECK (kind IN ('sensor', 'tag')),
  created_at timestamptz NOT NULL,
  -- What it measured stays.
  removed_at timestamptz,
  CONSTRAINT sensor_in_account UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX sensor_mac_once ON sensor (mac) WHERE removed_at IS NULL;
CREATE INDEX sensor_by_account ON sensor (account_id) WHERE removed_at IS NULL;
CALL protect_tenant_table('sensor');
GRANT SELECT, INSERT, UPDATE ON sensor TO spora_api;
GRANT SELECT, DELETE ON sensor TO spora_pipeline;

-- BLE-015: from when on which limits hold: a rebuild equals living through it.
CREATE TABLE sensor_setting (
  account_id bigint NOT NULL,
  sensor_id bigint NOT NULL,
  valid_from timestamptz NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT sensor_setting_pk PRIMARY KEY (sensor_id, valid_from),
  CONSTRAINT sensor_setting_sensor FOREIGN KEY (account_id, sensor_id) REFERENCES sensor (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('sensor_setting');
GRANT SELECT, INSERT, UPDATE ON sensor_setting TO spora_api;
GRANT SELECT, DELETE ON sensor_setting TO spora_pipeline;

-- BLE-003, BLE-004, BLE-006: which sensor a unit's tracker listens to in which of its places, from when to when.
CREATE TABLE sensor_pairing (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sensor_pairing_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  sensor_id bigint NOT NULL,
  slot smallint NOT NULL CONSTRAINT sensor_pairing_slot CHECK (slot BETWEEN 1 AND 4),
  requested_at timestamptz NOT NULL,
  -- Null until the tracker says that it has done so.
  paired_at timestamptz,
  ended_at timestamptz,
  -- The newest order to the tracker that names it.
  command_id bigint,
  CONSTRAINT sensor_pairing_sensor FOREIGN KEY (account_id, sensor_id) REFERENCES sensor (account_id, id) ON DELETE CASCADE,
  CONSTRAINT sensor_pairing_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX sensor_pairing_one_unit ON sensor_pairing (sensor_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX sensor_pairing_one_place ON sensor_pairing (unit_id, slot) WHERE ended_at IS NULL;
CREATE INDEX sensor_pairing_by_unit ON sensor_pairing (unit_id) WHERE paired_at IS NOT NULL;
CREATE INDEX sensor_pairing_by_command ON sensor_pairing (command_id) WHERE ended_at IS NULL AND paired_at IS NULL;
CALL protect_tenant_table('sensor_pairing');
GRANT SELECT, INSERT, UPDATE ON sensor_pairing TO spora_api;
GRANT SELECT, UPDATE, DELETE ON sensor_pairing TO spora_pipeline;

-- API-108: whether the Bluetooth of a unit is on; off where nothing was said.
CREATE TABLE unit_bluetooth (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL CONSTRAINT unit_bluetooth_pk PRIMARY KEY,
  is_on boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  command_id bigint,
  CONSTRAINT unit_bluetooth_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_bluetooth');
GRANT SELECT, INSERT, UPDATE ON unit_bluetooth TO spora_api;
GRANT SELECT, UPDATE, DELETE ON unit_bluetooth TO spora_pipeline;

-- What sensors told, at most one a minute and each turn of a door; computed from the log and kept for 30 days.
CREATE TABLE sensor_reading (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  sensor_id bigint NOT NULL,
  at timestamptz NOT NULL,
  temperature_c real,
  humidity_pct real,
  magnet boolean,
  battery_pct real,
  battery_v real,
  battery_low boolean,
  CONSTRAINT sensor_reading_pk PRIMARY KEY (unit_id, sensor_id, at),
  CONSTRAINT sensor_reading_sensor FOREIGN KEY (account_id, sensor_id) REFERENCES sensor (account_id, id) ON DELETE CASCADE,
  CONSTRAINT sensor_reading_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX sensor_reading_by_sensor ON sensor_reading (sensor_id, at DESC);
CREATE INDEX sensor_reading_by_time ON sensor_reading (at);
CALL protect_tenant_table('sensor_reading');
GRANT SELECT ON sensor_reading TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON sensor_reading TO spora_pipeline;

-- The figures of a sensor on a day of UTC, of all that it told: a year is read from these alone.
CREATE TABLE sensor_day (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  sensor_id bigint NOT NULL,
  day date NOT NULL,
  temperature_n integer NOT NULL,
  temperature_sum double precision NOT NULL,
  temperature_min real,
  temperature_max real,
  humidity_n integer NOT NULL,
  humidity_sum double precision NOT NULL,
  humidity_min real,
  humidity_max real,
  CONSTRAINT sensor_day_pk PRIMARY KEY (unit_id, sensor_id, day),
  CONSTRAINT sensor_day_sensor FOREIGN KEY (account_id, sensor_id) REFERENCES sensor (account_id, id) ON DELETE CASCADE,
  CONSTRAINT sensor_day_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX sensor_day_by_sensor ON sensor_day (sensor_id, day);
CALL protect_tenant_table('sensor_day');
GRANT SELECT ON sensor_day TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON sensor_day TO spora_pipeline;

-- BLE-017: whether a unit is not expected to listen to its sensors now: theft mode stops scanning. For an hour after it too, by when it has
-- reported as it does between.
CREATE FUNCTION is_sensor_silence_expected(unit bigint) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM theft_mode t WHERE t.unit_id = is_sensor_silence_expected.unit
    AND (t.ended_at IS NULL OR t.ended_at > now() - interval '1 hour'))
$$;
REVOKE ALL ON FUNCTION is_sensor_silence_expected FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_sensor_silence_expected TO spora_api, spora_pipeline;

GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
