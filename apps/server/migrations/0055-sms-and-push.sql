-- Text messages and web push: outboxes that are the delivery logs as well, credits taken with the order, browsers that asked for push.

-- In text message parts, of a day of the account's own zone: a fault that alarms without end does not empty the account.
ALTER TABLE account ADD COLUMN sms_day_limit integer NOT NULL DEFAULT 200 CONSTRAINT account_sms_day_limit CHECK (sms_day_limit >= 0);

-- What is used of credits is one row a day, which grows; what is entered stays as it is.
ALTER TABLE sms_credit
  ADD COLUMN used_on date,
  ADD CONSTRAINT sms_credit_of_day UNIQUE (account_id, used_on);

CREATE TABLE sms (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sms_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT sms_account REFERENCES account ON DELETE CASCADE,
  -- Whose number it is, where it is a member's.
  member_id bigint,
  -- E.164; as it was given where it is no number.
  recipient text NOT NULL,
  -- Empty when the message has left or is given up.
  body text NOT NULL,
  parts smallint NOT NULL CONSTRAINT sms_parts CHECK (parts BETWEEN 1 AND 10),
  dedup_key text,
  state text NOT NULL DEFAULT 'queued'
    CONSTRAINT sms_state CHECK (state IN ('queued', 'sent', 'failed', 'dead', 'expired', 'no-credits', 'day-limit')),
  attempts integer NOT NULL DEFAULT 0,
  -- An attempt ended without an answer, so the message may have been sent by it, and by a later one again.
  is_uncertain boolean NOT NULL DEFAULT false,
  last_error text,
  -- The day whose credits it took.
  charged_on date,
  provider text,
  provider_id text,
  -- Of what the provider shows who reports on it, by the newest attempt.
  report_hash bytea CONSTRAINT sms_report_hash UNIQUE,
  delivery text CONSTRAINT sms_delivery CHECK (delivery IN ('delivered', 'undelivered')),
  reported_at timestamptz,
  queued_at timestamptz NOT NULL,
  expires_at timestamptz,
  sending_until timestamptz,
  ended_at timestamptz,
  CONSTRAINT sms_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE,
  CONSTRAINT sms_ordered_once UNIQUE (account_id, dedup_key)
);
CREATE INDEX sms_by_account ON sms (account_id, queued_at DESC);
CREATE INDEX sms_by_member ON sms (account_id, member_id);
CREATE INDEX sms_queued ON sms (queued_at) WHERE state = 'queued';
CALL protect_tenant_table('sms');

CREATE TABLE push_subscription (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT push_subscription_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  -- The browser's address at its push service; one browser is one person's.
  endpoint text NOT NULL CONSTRAINT push_subscription_endpoint UNIQUE CONSTRAINT push_subscription_length CHECK (length(endpoint) <= 1000),
  public_key text NOT NULL,
  auth_secret text NOT NULL,
  -- Our key that the browser was given.
  vapid_key text NOT NULL,
  label text NOT NULL,
  created_at timestamptz NOT NULL,
  last_ok_at timestamptz,
  -- Its push service says that it is no more.
  gone_at timestamptz,
  CONSTRAINT push_subscription_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_by_member ON push_subscription (account_id, member_id);
CALL protect_tenant_table('push_subscription');

-- One row for each browser of the member.
CREATE TABLE push (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT push_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  subscription_id bigint CONSTRAINT push_to REFERENCES push_subscription ON DELETE SET NULL,
  -- The JSON that the browser is sent; empty when it has left or is given up.
  body text NOT NULL,
  urgency text NOT NULL CONSTRAINT push_urgency CHECK (urgency IN ('very-low', 'low', 'normal', 'high')),
  topic text CONSTRAINT push_topic CHECK (topic ~ '^[A-Za-z0-9_-]{1,32}$'),
  dedup_key text,
  state text NOT NULL DEFAULT 'queued' CONSTRAINT push_state CHECK (state IN ('queued', 'sent', 'failed', 'gone', 'expired')),
  attempts integer NOT NULL DEFAULT 0,
  is_uncertain boolean NOT NULL DEFAULT false,
  last_error text,
  queued_at timestamptz NOT NULL,
  -- The push service keeps it until then for a browser that is away.
  expires_at timestamptz NOT NULL,
  sending_until timestamptz,
  ended_at timestamptz,
  CONSTRAINT push_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE,
  CONSTRAINT push_ordered_once UNIQUE (subscription_id, dedup_key)
);
CREATE INDEX push_by_member ON push (account_id, member_id, queued_at DESC);
CREATE INDEX push_queued ON push (queued_at) WHERE state = 'queued';
CREATE INDEX push_by_time ON push (queued_at);
CREATE INDEX sms_by_time ON sms (queued_at);
CALL protect_tenant_table('push');

-- The demo's text messages and push as they would have been delivered, beside its mail; to loopback only.
CREATE TABLE local_message (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT local_message_pk PRIMARY KEY,
  at timestamptz NOT NULL,
  channel text NOT NULL CONSTRAINT local_message_channel CHECK (channel IN ('sms', 'push')),
  sender text NOT NULL,
  recipient text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  -- Of a text message.
  parts smallint,
  -- Where a push leads.
  path text
);
CREATE INDEX local_message_by_time ON local_message (at);

-- Orders a text message and takes its credits, in the transaction of whoever calls. No row where it was ordered before. `left` is the
-- balance after it, `before` the one it found. Two who order for one account wait for each other until the first commits.
CREATE FUNCTION order_sms(account bigint, member bigint, address text, is_number boolean, words text, part_count integer, key text,
  moment timestamptz, until timestamptz)
RETURNS TABLE (sms_id bigint, outcome text, credits_before integer, credits_left integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  today date;
  most integer;
  used integer;
  balance integer;
  verdict text := 'queued';
  new_id bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('spora.sms_credit'), account::integer);
  SELECT (moment AT TIME ZONE a.time_zone)::date, a.sms_day_limit INTO STRICT today, most FROM account a WHERE a.id = account;
  SELECT coalesce(sum(c.amount), 0), coalesce(-sum(c.amount) FILTER (WHERE c.used_on = today), 0) INTO balance, used
    FROM sms_credit c WHERE c.account_id = account;
  IF NOT is_number THEN verdict := 'dead';
  ELSIF balance < part_count THEN verdict := 'no-credits';
  ELSIF used + part_count > most THEN verdict := 'day-limit';
  END IF;
  INSERT INTO sms (account_id, member_id, recipient, body, parts, dedup_key, state, last_error, charged_on, queued_at, expires_at, ended_at)
  VALUES (account, member, address, CASE verdict WHEN 'queued' THEN words ELSE '' END, part_count, key, verdict,
    CASE verdict WHEN 'dead' THEN 'not a telephone number' END, CASE verdict WHEN 'queued' THEN today END, moment, until,
    CASE WHEN verdict <> 'queued' THEN moment END)
  ON CONFLICT ON CONSTRAINT sms_ordered_once DO NOTHING RETURNING id INTO new_id;
  IF new_id IS NULL THEN RETURN; END IF;
  IF verdict = 'queued' THEN
    INSERT INTO sms_credit AS c (account_id, at, amount, reason, used_on) VALUES (account, moment, -part_count, '', today)
    ON CONFLICT ON CONSTRAINT sms_credit_of_day DO UPDATE SET amount = c.amount - part_count, at = greatest(c.at, moment);
    RETURN QUERY SELECT new_id, verdict, balance, balance - part_count;
  ELSE
    RETURN QUERY SELECT new_id, verdict, balance, balance;
  END IF;
END $$;

-- What certainly never left costs nothing.
CREATE FUNCTION give_back_sms_credit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM sms_credit c WHERE c.account_id = NEW.account_id AND c.used_on = NEW.charged_on AND c.amount = -NEW.parts;
  IF NOT FOUND THEN
    UPDATE sms_credit c SET amount = c.amount + NEW.parts WHERE c.account_id = NEW.account_id AND c.used_on = NEW.charged_on;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER sms_given_up AFTER UPDATE OF state ON sms FOR EACH ROW
  WHEN (OLD.state = 'queued' AND NEW.state IN ('failed', 'dead', 'expired') AND NOT NEW.is_uncertain AND NEW.charged_on IS NOT NULL)
  EXECUTE FUNCTION give_back_sms_credit();

-- A report of a provider on what became of a message; no account is in force. A row where it told something new.
CREATE FUNCTION report_sms(by_provider text, token bytea, message_id text, told text, is_dead boolean, moment timestamptz)
RETURNS TABLE (sms_id bigint, account_id bigint, recipient text)
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE sms s SET delivery = told, reported_at = moment, provider_id = coalesce(s.provider_id, message_id),
    state = CASE WHEN is_dead AND s.state = 'sent' THEN 'dead' ELSE s.state END
  WHERE s.report_hash = token AND s.provider = by_provider AND coalesce(s.provider_id, message_id) = message_id
    AND (s.delivery IS NULL OR s.delivery = 'undelivered' AND told = 'delivered')
  RETURNING s.id, s.account_id, s.recipient
$$;

-- To each browser of a member that is there; answers the orders. None where the member stopped push or cannot sign in.
CREATE FUNCTION order_push(member bigint, data text, how_urgent text, about text, key text, moment timestamptz, until timestamptz)
RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO push (account_id, member_id, subscription_id, body, urgency, topic, dedup_key, queued_at, expires_at)
  SELECT s.account_id, s.member_id, s.id, data, how_urgent, about, key, moment, until
  FROM push_subscription s JOIN member m ON m.account_id = s.account_id AND m.id = s.member_id
  WHERE m.id = member AND s.gone_at IS NULL AND m.push_stopped_at IS NULL AND m.disabled_at IS NULL AND m.removed_at IS NULL
  ORDER BY s.id
  ON CONFLICT ON CONSTRAINT push_ordered_once DO NOTHING RETURNING id
$$;

-- A browser asks for push: from then on it is this member's and nobody else's.
CREATE FUNCTION save_push_subscription(account bigint, member bigint, address text, browser_key text, browser_secret text, our_key text,
  browser text, moment timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO push_subscription AS p (account_id, member_id, endpoint, public_key, auth_secret, vapid_key, label, created_at)
  VALUES (account, member, address, browser_key, browser_secret, our_key, browser, moment)
  ON CONFLICT ON CONSTRAINT push_subscription_endpoint DO UPDATE SET account_id = account, member_id = member, public_key = browser_key,
    auth_secret = browser_secret, vapid_key = our_key, label = browser, created_at = moment, last_ok_at = NULL, gone_at = NULL
  RETURNING p.id
$$;

REVOKE ALL ON FUNCTION order_sms, give_back_sms_credit, report_sms, order_push, save_push_subscription FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_sms, order_push TO spora_api, spora_pipeline;
GRANT EXECUTE ON FUNCTION report_sms, save_push_subscription TO spora_api;
GRANT SELECT ON sms, push, local_message TO spora_api;
GRANT SELECT, DELETE ON push_subscription TO spora_api;
GRANT SELECT, UPDATE, DELETE ON sms, push TO spora_pipeline;
GRANT SELECT, UPDATE (last_ok_at, gone_at), DELETE ON push_subscription TO spora_pipeline;
GRANT SELECT, INSERT, DELETE ON local_message TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
