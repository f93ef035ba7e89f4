-- ALARM-030 (decision 0052): what units report that somebody is to know, as it was and from when to when; computed from the log, so that late
-- data and a rebuild make it anew. Who was told of it and what was done about it stands in `alarm`, which nothing computes again.
CREATE TABLE unit_condition (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  kind text NOT NULL,
  -- What of the kind: the number of an input; empty where there is but one.
  subject text NOT NULL DEFAULT '',
  began_at timestamptz NOT NULL,
  -- Null while it lasts; the beginning itself of what has no duration.
  ended_at timestamptz CONSTRAINT unit_condition_span CHECK (ended_at >= began_at),
  lat_e7 integer,
  lon_e7 integer,
  -- What was measured: volts, km/h, per mille. Null where nothing is.
  value double precision,
  -- What it was held against, in the same unit.
  limit_value double precision,
  CONSTRAINT unit_condition_pk PRIMARY KEY (unit_id, kind, subject, began_at),
  CONSTRAINT unit_condition_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_condition');
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_condition TO spora_pipeline;

-- ALARM-042: what of a unit raises an alarm is among its dated settings, and so is its speed limit from now on, so that a rebuild equals living
-- through it.
WITH limited AS (SELECT account_id, id, jsonb_build_object('speedLimitKmh', speed_limit_kmh) AS said FROM unit WHERE speed_limit_kmh IS NOT NULL),
dated AS (UPDATE unit_setting s SET settings = s.settings || l.said FROM limited l WHERE s.unit_id = l.id)
INSERT INTO unit_setting (account_id, unit_id, valid_from, settings) SELECT account_id, id, to_timestamp(0), said FROM limited
ON CONFLICT (unit_id, valid_from) DO NOTHING;

-- UNIT-027: so are the thresholds of batteries.
ALTER TABLE battery_threshold ADD COLUMN valid_from timestamptz NOT NULL DEFAULT to_timestamp(0), DROP CONSTRAINT battery_threshold_pk;
ALTER TABLE battery_threshold ADD CONSTRAINT battery_threshold_pk PRIMARY KEY (account_id, kind, valid_from);
ALTER TABLE battery_threshold ALTER COLUMN valid_from DROP DEFAULT;
GRANT SELECT ON battery_threshold, unit_io TO spora_pipeline;

-- ALARM-036: nobody is sent anything of the unit until then; the alarm centre shows it all the same.
CREATE TABLE unit_alarm_mute (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL CONSTRAINT unit_alarm_mute_pk PRIMARY KEY,
  until timestamptz NOT NULL,
  member_id bigint NOT NULL,
  set_at timestamptz NOT NULL,
  CONSTRAINT unit_alarm_mute_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_alarm_mute');
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_alarm_mute TO spora_api;
GRANT SELECT ON unit_alarm_mute TO spora_pipeline;

CREATE FUNCTION drawn_alarm_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint
$$;
REVOKE ALL ON FUNCTION drawn_alarm_id FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drawn_alarm_id TO spora_pipeline;

-- One row for each occurrence, whoever noticed it.
-- Its number says nothing of when it was raised: of some only the day is told.
CREATE TABLE alarm (
  id bigint NOT NULL DEFAULT drawn_alarm_id() CONSTRAINT alarm_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT alarm_account REFERENCES account (id) ON DELETE CASCADE,
  -- Null of what concerns the account as a whole.
  unit_id bigint,
  kind text NOT NULL,
  class text NOT NULL CONSTRAINT alarm_class CHECK (class IN ('security', 'function')),
  subject text NOT NULL DEFAULT '',
  -- The same of the same occurrence, however often it is noticed.
  dedup_key text NOT NULL,
  at timestamptz NOT NULL,
  noticed_at timestamptz NOT NULL,
  -- Null while it lasts.
  ended_at timestamptz,
  lat_e7 integer,
  lon_e7 integer,
  details jsonb NOT NULL DEFAULT '{}',
  -- ALARM-033, 034, 036. told: messages were ordered. repeat: within the quiet time of `repeats_id`, which counts it. muted: by a person.
  -- late: older than 24 hours when it was noticed.
  telling text NOT NULL CONSTRAINT alarm_telling CHECK (telling IN ('told', 'repeat', 'muted', 'late')),
  repeats_id bigint CONSTRAINT alarm_repeats REFERENCES alarm (id) ON DELETE SET NULL,
  -- How many came in the quiet time after its message, or after the one that summed up those before.
  repeats integer NOT NULL DEFAULT 0,
  summed_up_at timestamptz,
  state text NOT NULL DEFAULT 'new' CONSTRAINT alarm_state CHECK (state IN ('new', 'seen', 'handled')),
  seen_at timestamptz,
  seen_by_member_id bigint,
  handled_at timestamptz,
  handled_by_member_id bigint,
  note text NOT NULL DEFAULT '' CONSTRAINT alarm_note CHECK (length(note) <= 200),
  escalated_at timestamptz,
  CONSTRAINT alarm_of_account UNIQUE (account_id, id),
  CONSTRAINT alarm_dedup UNIQUE (account_id, dedup_key),
  CONSTRAINT alarm_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alarm_by_time ON alarm (account_id, at DESC, id DESC);
CREATE INDEX alarm_by_unit ON alarm (unit_id, kind, subject, at DESC);
CREATE INDEX alarm_open ON alarm (account_id, at DESC) WHERE state <> 'handled';
CREATE INDEX alarm_to_sum_up ON alarm (noticed_at) WHERE telling = 'told' AND repeats > 0;
CALL protect_tenant_table('alarm');
GRANT SELECT ON alarm TO spora_api;
GRANT UPDATE (state, seen_at, seen_by_member_id, handled_at, handled_by_member_id, note) ON alarm TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON alarm TO spora_pipeline;

-- ALARM-015, 027: who is told, and how.
CREATE TABLE alarm_receiver (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT alarm_receiver_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT alarm_receiver_account REFERENCES account (id) ON DELETE CASCADE,
  -- Null of who is no user.
  member_id bigint,
  name text NOT NULL CONSTRAINT alarm_receiver_name CHECK (length(name) BETWEEN 1 AND 50),
  -- Empty where there is none; the dial code in digits, the number national.
  email text NOT NULL DEFAULT '',
  dial_code text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  push boolean NOT NULL DEFAULT false,
  security boolean NOT NULL DEFAULT false,
  function boolean NOT NULL DEFAULT false,
  -- ALARM-036: function alarms wait from then until then, by the clock of the account's alerts.
  quiet_from text CONSTRAINT alarm_receiver_quiet_from CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text CONSTRAINT alarm_receiver_quiet_to CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Of security alarms that nobody has handled after so long the other one is told too.
  escalate_after_min smallint CONSTRAINT alarm_receiver_escalation CHECK (escalate_after_min BETWEEN 1 AND 1440),
  escalate_to_id bigint,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT alarm_receiver_of_account UNIQUE (account_id, id),
  CONSTRAINT alarm_receiver_reached CHECK (email <> '' OR phone <> ''),
  CONSTRAINT alarm_receiver_quiet CHECK ((quiet_from IS NULL) = (quiet_to IS NULL)),
  CONSTRAINT alarm_receiver_escalates CHECK ((escalate_after_min IS NULL) = (escalate_to_id IS NULL)),
  CONSTRAINT alarm_receiver_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE,
  CONSTRAINT alarm_receiver_escalate_to FOREIGN KEY (account_id, escalate_to_id) REFERENCES alarm_receiver (account_id, id)
);
CREATE UNIQUE INDEX alarm_receiver_email ON alarm_receiver (account_id, lower(email)) WHERE email <> '';
CREATE UNIQUE INDEX alarm_receiver_phone ON alarm_receiver (account_id, dial_code, phone) WHERE phone <> '';
CREATE UNIQUE INDEX alarm_receiver_by_member ON alarm_receiver (account_id, member_id) WHERE member_id IS NOT NULL;
CALL protect_tenant_table('alarm_receiver');
GRANT SELECT, INSERT, UPDATE, DELETE ON alarm_receiver TO spora_api;
GRANT SELECT, DELETE ON alarm_receiver TO spora_pipeline;

CREATE TABLE alarm_receiver_unit (
  account_id bigint NOT NULL,
  receiver_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  CONSTRAINT alarm_receiver_unit_pk PRIMARY KEY (receiver_id, unit_id),
  CONSTRAINT alarm_receiver_unit_receiver FOREIGN KEY (account_id, receiver_id) REFERENCES alarm_receiver (account_id, id) ON DELETE CASCADE,
  CONSTRAINT alarm_receiver_unit_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alarm_receiver_unit_by_unit ON alarm_receiver_unit (unit_id);
CALL protect_tenant_table('alarm_receiver_unit');
GRANT SELECT, INSERT, DELETE ON alarm_receiver_unit TO spora_api;
GRANT SELECT ON alarm_receiver_unit TO spora_pipeline;

-- ALARM-037: the delivery log, one row for each receiver and channel; what carries it out is the outbox of the channel.
CREATE TABLE alarm_message (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT alarm_message_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT alarm_message_account REFERENCES account (id) ON DELETE CASCADE,
  -- Null of a test.
  alarm_id bigint,
  -- Null once the receiver is removed.
  receiver_id bigint,
  purpose text NOT NULL CONSTRAINT alarm_message_purpose CHECK (purpose IN ('alarm', 'summary', 'escalation', 'over', 'test')),
  channel text NOT NULL CONSTRAINT alarm_message_channel CHECK (channel IN ('email', 'sms', 'push')),
  -- As it was then: an e-mail address or a number.
  recipient text NOT NULL,
  at timestamptz NOT NULL,
  -- Not before then: quiet hours, or a moment that the receiver may not be told.
  due_at timestamptz NOT NULL,
  -- waiting: for its time. ordered: the outbox of the channel knows the rest. Others: why it never got there.
  state text NOT NULL DEFAULT 'ordered' CONSTRAINT alarm_message_state CHECK (state IN ('waiting', 'ordered', 'no-credits', 'no-device', 'dropped')),
  mail_id bigint,
  CONSTRAINT alarm_message_alarm FOREIGN KEY (account_id, alarm_id) REFERENCES alarm (account_id, id) ON DELETE CASCADE,
  CONSTRAINT alarm_message_receiver FOREIGN KEY (account_id, receiver_id) REFERENCES alarm_receiver (account_id, id) ON DELETE SET NULL (receiver_id)
);
CREATE UNIQUE INDEX alarm_message_once ON alarm_message (alarm_id, receiver_id, purpose, channel) WHERE purpose <> 'summary';
CREATE INDEX alarm_message_by_time ON alarm_message (account_id, at DESC, id DESC);
CREATE INDEX alarm_message_waiting ON alarm_message (due_at) WHERE state = 'waiting';
CALL protect_tenant_table('alarm_message');
GRANT SELECT, INSERT ON alarm_message TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON alarm_message TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
