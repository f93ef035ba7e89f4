-- Service, inspection and other upkeep of units: what is due when, what was done, and what became due.

CREATE TABLE service_plan (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_plan_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  kind text NOT NULL CONSTRAINT service_plan_kind CHECK (kind IN ('service', 'inspection', 'other')),
  -- Empty: the kind says enough.
  name text NOT NULL DEFAULT '',
  -- Whichever comes first.
  interval_km integer,
  interval_hours integer,
  interval_months integer,
  -- False: due once, and done when it was done.
  repeats boolean NOT NULL DEFAULT true,
  last_done_on date,
  last_done_m bigint,
  last_done_s bigint,
  -- Of a plan that does not repeat: when it was done.
  done_on date,
  warn_km integer NOT NULL DEFAULT 1000,
  warn_hours integer NOT NULL DEFAULT 25,
  warn_days integer NOT NULL DEFAULT 30,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  -- The newest of service_state_change; only the worker writes it.
  watched_state text NOT NULL DEFAULT 'ok' CONSTRAINT service_plan_watched CHECK (watched_state IN ('ok', 'due-soon', 'overdue', 'done')),
  CONSTRAINT service_plan_interval CHECK (num_nonnulls(interval_km, interval_hours, interval_months) > 0),
  CONSTRAINT service_plan_in_account UNIQUE (account_id, id),
  CONSTRAINT service_plan_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_plan_by_unit ON service_plan (unit_id) WHERE removed_at IS NULL;
CREATE INDEX service_plan_by_account ON service_plan (account_id) WHERE removed_at IS NULL;
CALL protect_tenant_table('service_plan');

-- What was done. A mistaken entry is taken back, not changed; `before_*` is what the plan counted from until then.
CREATE TABLE service_entry (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_entry_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  plan_id bigint NOT NULL,
  done_on date NOT NULL,
  odometer_m bigint,
  hours_s bigint,
  workshop text NOT NULL DEFAULT '',
  cost numeric(12, 2),
  currency text,
  note text NOT NULL DEFAULT '',
  member_id bigint NOT NULL,
  recorded_at timestamptz NOT NULL,
  before_on date,
  before_m bigint,
  before_s bigint,
  removed_at timestamptz,
  CONSTRAINT service_entry_currency CHECK ((cost IS NULL) = (currency IS NULL)),
  CONSTRAINT service_entry_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT service_entry_plan FOREIGN KEY (account_id, plan_id) REFERENCES service_plan (account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_entry_by_unit ON service_entry (unit_id, done_on DESC);
CREATE INDEX service_entry_by_plan ON service_entry (plan_id, id);
CALL protect_tenant_table('service_entry');

-- Append only: each change of a plan's state, once. Alarms are made of these.
CREATE TABLE service_state_change (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_state_change_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  plan_id bigint NOT NULL,
  at timestamptz NOT NULL,
  from_state text NOT NULL,
  to_state text NOT NULL CONSTRAINT service_state_change_to CHECK (to_state IN ('ok', 'due-soon', 'overdue', 'done')),
  CONSTRAINT service_state_change_real CHECK (from_state <> to_state),
  CONSTRAINT service_state_change_plan FOREIGN KEY (account_id, plan_id) REFERENCES service_plan (account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_state_change_by_unit ON service_state_change (unit_id, at DESC);
CREATE INDEX service_state_change_by_plan ON service_state_change (plan_id, at DESC);
CALL protect_tenant_table('service_state_change');

-- The address of a member's calendar of what is due; only its hash is kept, and whoever revokes it deletes the row.
CREATE TABLE service_calendar (
  member_id bigint NOT NULL CONSTRAINT service_calendar_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  token_hash bytea NOT NULL CONSTRAINT service_calendar_token_unique UNIQUE,
  created_at timestamptz NOT NULL,
  CONSTRAINT service_calendar_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX service_calendar_by_account ON service_calendar (account_id);
CALL protect_tenant_table('service_calendar');

GRANT SELECT ON service_plan, service_entry, service_state_change TO spora_api, spora_pipeline;
GRANT INSERT (account_id, unit_id, kind, name, interval_km, interval_hours, interval_months, repeats, last_done_on, last_done_m, last_done_s,
  warn_km, warn_hours, warn_days, note, created_at) ON service_plan TO spora_api;
GRANT UPDATE (kind, name, interval_km, interval_hours, interval_months, repeats, last_done_on, last_done_m, last_done_s, done_on,
  warn_km, warn_hours, warn_days, note, removed_at) ON service_plan TO spora_api;
GRANT INSERT ON service_entry TO spora_api;
GRANT UPDATE (removed_at) ON service_entry TO spora_api;
GRANT UPDATE (watched_state) ON service_plan TO spora_pipeline;
GRANT INSERT ON service_state_change TO spora_pipeline;
GRANT SELECT, INSERT, DELETE ON service_calendar TO spora_api;
-- Whom the worker tells of what became due.
GRANT SELECT (id, account_id, email, full_name, language, is_admin, disabled_at, removed_at, alerts_stopped_at) ON member TO spora_pipeline;

-- Whose calendar an address is; nobody's once it was revoked or the member left.
CREATE FUNCTION member_of_calendar(token bytea)
RETURNS TABLE (member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.is_admin, m.real_time_map, a.time_zone, m.language
  FROM service_calendar c JOIN member m ON m.id = c.member_id JOIN account a ON a.id = m.account_id
  WHERE c.token_hash = token AND m.disabled_at IS NULL AND m.removed_at IS NULL AND a.closed_at IS NULL
$$;
REVOKE ALL ON FUNCTION member_of_calendar FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_of_calendar TO spora_api;
