-- SAFE-029 (decision 0055): when a unit is to be home, and where that is.
CREATE TABLE safe_home (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL CONSTRAINT safe_home_pk PRIMARY KEY,
  is_on boolean NOT NULL DEFAULT false,
  -- A list for each week of the cycle, of entries with `day` (0 is Sunday) and `time` (`HH:mm`).
  schedule jsonb NOT NULL DEFAULT '[]',
  frequency smallint NOT NULL DEFAULT 1 CONSTRAINT safe_home_frequency CHECK (frequency BETWEEN 1 AND 3),
  start_date date,
  -- The clock that its times are told by.
  time_zone text,
  address text NOT NULL DEFAULT '' CONSTRAINT safe_home_address CHECK (length(address) <= 50),
  radius_m integer CONSTRAINT safe_home_radius CHECK (radius_m BETWEEN 300 AND 9999),
  lat_e7 integer,
  lon_e7 integer,
  -- When it is checked next; null while it is off.
  next_at timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT safe_home_place CHECK (num_nulls(radius_m, lat_e7, lon_e7) IN (0, 3) AND (address = '') = (radius_m IS NULL)),
  CONSTRAINT safe_home_times CHECK ((start_date IS NULL) = (time_zone IS NULL)),
  CONSTRAINT safe_home_whole CHECK (NOT is_on OR (radius_m IS NOT NULL AND start_date IS NOT NULL)),
  CONSTRAINT safe_home_next CHECK (is_on OR next_at IS NULL),
  CONSTRAINT safe_home_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX safe_home_due ON safe_home (next_at) WHERE next_at IS NOT NULL;
CALL protect_tenant_table('safe_home');
GRANT SELECT, INSERT, UPDATE, DELETE ON safe_home TO spora_api;
GRANT SELECT, UPDATE ON safe_home TO spora_pipeline;

-- SAFE-030, 031: what each check came to, once for each time.
CREATE TABLE safe_home_check (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  result text NOT NULL CONSTRAINT safe_home_check_result CHECK (result IN ('home', 'away', 'unknown', 'skipped')),
  -- Null of one that somebody skipped and whose time has not come.
  judged_at timestamptz,
  -- It missed this one and has not come home since.
  is_open boolean NOT NULL DEFAULT false,
  -- When it came home after one that it missed.
  home_at timestamptz,
  CONSTRAINT safe_home_check_pk PRIMARY KEY (unit_id, at),
  CONSTRAINT safe_home_check_judged CHECK (judged_at IS NOT NULL OR result = 'skipped'),
  CONSTRAINT safe_home_check_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX safe_home_check_missed ON safe_home_check (unit_id) WHERE is_open;
CALL protect_tenant_table('safe_home_check');
GRANT SELECT, INSERT, DELETE ON safe_home_check TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON safe_home_check TO spora_pipeline;
