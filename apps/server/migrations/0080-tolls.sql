-- Tolls and congestion tax by law (decision 0067): REP-001, REP-008, REP-014.

-- Computed from the log, so that late data and a rebuild make it anew. It outlives the positions that it was found by; what it cost is
-- reckoned when it is asked for, so that another tariff holds for it at once.
CREATE TABLE toll_passage (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  -- As the package of tolls names stations and zones.
  station_id text NOT NULL,
  -- Empty: of a zone.
  point_id text NOT NULL,
  at timestamptz NOT NULL,
  -- The record that settled it: at that time or after.
  found_at timestamptz NOT NULL CONSTRAINT toll_passage_order CHECK (found_at >= at),
  -- Null once positions are no longer kept.
  lat_e7 integer,
  lon_e7 integer,
  is_uncertain boolean NOT NULL,
  CONSTRAINT toll_passage_pk PRIMARY KEY (unit_id, station_id, at),
  CONSTRAINT toll_passage_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX toll_passage_by_unit ON toll_passage (unit_id, at);
CREATE INDEX toll_passage_by_time ON toll_passage (at);
CALL protect_tenant_table('toll_passage');
GRANT SELECT ON toll_passage TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON toll_passage TO spora_pipeline;

-- What an administrator said of a passage, apart from what was computed: a rebuild keeps it. Of several that stand of one passage the
-- newest counts; none is ever changed but by being taken back, so the rows are its history.
CREATE TABLE toll_correction (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT toll_correction_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  station_id text NOT NULL CONSTRAINT toll_correction_station CHECK (length(station_id) BETWEEN 1 AND 100),
  at timestamptz NOT NULL,
  kind text NOT NULL CONSTRAINT toll_correction_kind CHECK (kind IN ('amount', 'not-passed', 'passed')),
  -- In hundredths of the currency; of 'passed' null where the tariff says.
  amount integer CONSTRAINT toll_correction_amount CHECK (amount BETWEEN 0 AND 100000000),
  currency text CONSTRAINT toll_correction_currency CHECK (currency ~ '^[A-Z]{3}$'),
  reason text NOT NULL CONSTRAINT toll_correction_reason CHECK (length(reason) BETWEEN 1 AND 200),
  made_by bigint NOT NULL,
  made_at timestamptz NOT NULL,
  undone_by bigint,
  undone_at timestamptz,
  CONSTRAINT toll_correction_says CHECK ((amount IS NULL) = (currency IS NULL) AND CASE kind WHEN 'amount' THEN amount IS NOT NULL WHEN 'not-passed' THEN amount IS NULL ELSE true END),
  CONSTRAINT toll_correction_undone CHECK ((undone_by IS NULL) = (undone_at IS NULL)),
  CONSTRAINT toll_correction_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT toll_correction_maker FOREIGN KEY (account_id, made_by) REFERENCES member (account_id, id),
  CONSTRAINT toll_correction_undoer FOREIGN KEY (account_id, undone_by) REFERENCES member (account_id, id)
);
CREATE INDEX toll_correction_by_unit ON toll_correction (unit_id, at);
CALL protect_tenant_table('toll_correction');
GRANT SELECT, INSERT, UPDATE (undone_by, undone_at) ON toll_correction TO spora_api;
GRANT SELECT, DELETE ON toll_correction TO spora_pipeline;

-- Tariffs that the operator entered, in place of those that the program brings with the same id. Append only: the newest holds.
CREATE TABLE toll_tariff (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT toll_tariff_pk PRIMARY KEY,
  tariff_id text NOT NULL CONSTRAINT toll_tariff_name CHECK (length(tariff_id) BETWEEN 1 AND 100),
  -- Null: the program's own again, or none.
  tariff jsonb,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL CONSTRAINT toll_tariff_by CHECK (length(changed_by) BETWEEN 1 AND 100)
);
CREATE INDEX toll_tariff_newest ON toll_tariff (tariff_id, id DESC);
GRANT SELECT ON toll_tariff TO spora_api, spora_pipeline;

GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
