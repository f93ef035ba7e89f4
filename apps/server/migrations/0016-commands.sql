-- Commands to trackers: appended, never removed; only how they fared is written to a row again (decision 0022).
CREATE TABLE command (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT command_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  tracker_id bigint NOT NULL CONSTRAINT command_tracker REFERENCES tracker,
  kind text NOT NULL CONSTRAINT command_kind CHECK (kind IN ('output', 'eco-driving')),
  -- What it changes: `output-1`, `eco-driving`.
  subject text NOT NULL,
  parameters jsonb NOT NULL,
  -- The model family whose profile made the text and judges the answer.
  family text NOT NULL,
  text text NOT NULL CONSTRAINT command_text CHECK (length(text) BETWEEN 1 AND 160),
  member_id bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  -- Not sent after this.
  expires_at timestamptz NOT NULL,
  -- Unconfirmed after this; null until it is sent when it may wait for the tracker.
  confirm_by timestamptz,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT command_state
    CHECK (state IN ('waiting', 'sent', 'queued', 'acknowledged', 'failed', 'timed-out', 'expired', 'withdrawn')),
  sent_at timestamptz,
  unconfirmed_at timestamptz,
  ended_at timestamptz,
  answer text NOT NULL DEFAULT '',
  CONSTRAINT command_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX command_by_unit ON command (unit_id, id DESC);
-- What the gateway looks at each second: few rows, however long the history.
CREATE INDEX command_unsettled ON command (tracker_id) WHERE state IN ('waiting', 'sent', 'queued', 'timed-out');
-- Of one thing at most one change is under way; and no answer bears a number, so a tracker has one command at a time.
CREATE UNIQUE INDEX command_one_under_way ON command (unit_id, subject) WHERE state IN ('waiting', 'sent');
CREATE UNIQUE INDEX command_one_sent ON command (tracker_id) WHERE state = 'sent';
CALL protect_tenant_table('command');

-- Settings of digital inputs and outputs; the newest row of each is in force, the others tell what was.
CREATE TABLE unit_io (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_io_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  side text NOT NULL CONSTRAINT unit_io_side CHECK (side IN ('input', 'output')),
  number smallint NOT NULL CONSTRAINT unit_io_number CHECK (number BETWEEN 1 AND 3),
  valid_from timestamptz NOT NULL,
  member_id bigint NOT NULL,
  settings jsonb NOT NULL,
  CONSTRAINT unit_io_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_io_by_unit ON unit_io (unit_id, side, number, id DESC);
CALL protect_tenant_table('unit_io');

GRANT SELECT, INSERT ON unit_io TO spora_api;
GRANT SELECT, UPDATE (state, unconfirmed_at, ended_at) ON command TO spora_api;
GRANT SELECT, UPDATE (state, sent_at, confirm_by, unconfirmed_at, ended_at, answer) ON command TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Which tracker sits in a unit of the account in force, and what it is.
CREATE FUNCTION unit_tracker(unit bigint) RETURNS TABLE (tracker_id bigint, family text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, coalesce((SELECT f.family FROM tracker_family f WHERE f.tracker_id = t.id ORDER BY f.valid_from DESC LIMIT 1), '?')
  FROM fitting JOIN tracker t ON t.id = fitting.tracker_id
  WHERE fitting.unit_id = unit AND fitting.account_id = current_account_id() AND upper_inf(fitting.during)
$$;

-- The only way to order a command: to the tracker that sits in a unit of the account in force, and to no other.
CREATE FUNCTION order_command(unit bigint, member bigint, command_kind text, command_subject text, command_parameters jsonb,
  tracker_family text, command_text text, because text, moment timestamptz, until timestamptz, confirmed_by timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO command (account_id, unit_id, tracker_id, kind, subject, parameters, family, text, member_id, reason, created_at, expires_at, confirm_by)
  SELECT f.account_id, f.unit_id, f.tracker_id, command_kind, command_subject, command_parameters, tracker_family, command_text, m.id,
    because, moment, until, confirmed_by
  FROM fitting f JOIN member m ON m.id = member AND m.account_id = f.account_id
  WHERE f.unit_id = unit AND f.account_id = current_account_id() AND upper_inf(f.during)
  RETURNING id
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['unit_tracker', 'order_command'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
