-- Kilometres for the service Autoplan (decision 0071): AUTO-001 to 009.

CREATE TABLE autoplan_setting (
  account_id bigint NOT NULL CONSTRAINT autoplan_setting_pk PRIMARY KEY CONSTRAINT autoplan_setting_account REFERENCES account ON DELETE CASCADE,
  is_on boolean NOT NULL,
  customer_id text NOT NULL CONSTRAINT autoplan_setting_customer CHECK (length(customer_id) <= 60),
  -- Sealed by a key outside the database; empty: none.
  secret text NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT autoplan_setting_whole CHECK (NOT is_on OR customer_id <> '' AND secret <> '')
);
CALL protect_tenant_table('autoplan_setting');
GRANT SELECT, INSERT, UPDATE ON autoplan_setting TO spora_api;
GRANT SELECT, UPDATE (secret) ON autoplan_setting TO spora_pipeline;

-- What was reported of a unit and a month, as it was told, and what came of it: one row, so that no month is told twice.
CREATE TABLE autoplan_report (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  month date NOT NULL CONSTRAINT autoplan_report_month CHECK (extract(day FROM month) = 1),
  state text NOT NULL CONSTRAINT autoplan_report_state CHECK (state IN ('sending', 'reported', 'failed', 'not-needed')),
  problem text,
  registration_number text NOT NULL,
  odometer_start_km integer NOT NULL,
  odometer_end_km integer NOT NULL,
  business_km integer NOT NULL,
  private_km integer NOT NULL,
  registered_km integer,
  requested_by bigint NOT NULL,
  requested_at timestamptz NOT NULL,
  -- Since when somebody speaks with the service; whoever dies at it is taken over from after a while.
  taken_at timestamptz,
  -- The service may have heard of it: it is asked before it is told again (AUTO-008).
  may_be_known boolean NOT NULL DEFAULT false,
  answered_at timestamptz,
  CONSTRAINT autoplan_report_pk PRIMARY KEY (unit_id, month),
  CONSTRAINT autoplan_report_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT autoplan_report_member FOREIGN KEY (account_id, requested_by) REFERENCES member (account_id, id)
);
CREATE INDEX autoplan_report_by_account ON autoplan_report (account_id, month);
CREATE INDEX autoplan_report_sending ON autoplan_report (account_id) WHERE state = 'sending';
CALL protect_tenant_table('autoplan_report');
GRANT SELECT, INSERT, UPDATE ON autoplan_report TO spora_api;
GRANT SELECT, UPDATE ON autoplan_report TO spora_pipeline;
