-- ALARM-039: a receiver who does not sign in sees on a map where an alarm was raised, by a link in each message that tells its place.
-- Each has a link of its own, of which only the hash is kept; `place` as the message names it.
CREATE TABLE alarm_link (
  token_hash bytea NOT NULL CONSTRAINT alarm_link_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  alarm_id bigint NOT NULL,
  receiver_id bigint NOT NULL,
  place text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT alarm_link_alarm FOREIGN KEY (account_id, alarm_id) REFERENCES alarm (account_id, id) ON DELETE CASCADE,
  CONSTRAINT alarm_link_receiver FOREIGN KEY (account_id, receiver_id) REFERENCES alarm_receiver (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alarm_link_by_alarm ON alarm_link (alarm_id);
CREATE INDEX alarm_link_by_receiver ON alarm_link (receiver_id);
CREATE INDEX alarm_link_over ON alarm_link (expires_at);
CALL protect_tenant_table('alarm_link');
GRANT SELECT, DELETE ON alarm_link TO spora_api;
GRANT SELECT, INSERT, DELETE ON alarm_link TO spora_pipeline;

-- Who is somebody else now is not shown what the one before was told.
CREATE OR REPLACE FUNCTION forget_who_stopped_alarms() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.stopped_at := NULL;
  DELETE FROM alarm_receiver_link WHERE receiver_id = NEW.id;
  DELETE FROM alarm_link WHERE receiver_id = NEW.id;
  RETURN NEW;
END $$;

-- The alarm that a link shows, while its place is kept, the unit in use, the account open, and its receiver neither a user nor has stopped alarms.
CREATE FUNCTION alarm_of_link(token bytea, moment timestamptz)
RETURNS TABLE (account_id bigint, alarm_id bigint, place text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.account_id, a.id, l.place, l.expires_at FROM alarm_link l
  JOIN alarm_receiver r ON r.id = l.receiver_id AND r.member_id IS NULL AND r.stopped_at IS NULL
  JOIN alarm a ON a.id = l.alarm_id AND a.lat_e7 IS NOT NULL AND a.lon_e7 IS NOT NULL
  JOIN unit u ON u.id = a.unit_id AND u.retired_at IS NULL
  JOIN account c ON c.id = a.account_id AND c.closed_at IS NULL
  WHERE l.token_hash = token AND l.expires_at > moment
$$;
REVOKE ALL ON FUNCTION alarm_of_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION alarm_of_link TO spora_api;
