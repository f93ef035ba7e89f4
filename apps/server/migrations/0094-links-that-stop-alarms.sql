-- ALARM-039: a receiver who does not sign in stops their alarms by a link that stands in each message to them, and begins again by it.
ALTER TABLE alarm_receiver ADD COLUMN stopped_at timestamptz;

-- Each message has a link of its own, of which only the hash is kept.
CREATE TABLE alarm_receiver_link (
  token_hash bytea NOT NULL CONSTRAINT alarm_receiver_link_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  receiver_id bigint NOT NULL,
  made_at timestamptz NOT NULL,
  CONSTRAINT alarm_receiver_link_receiver FOREIGN KEY (account_id, receiver_id) REFERENCES alarm_receiver (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alarm_receiver_link_by_receiver ON alarm_receiver_link (receiver_id, made_at);
CREATE INDEX alarm_receiver_link_old ON alarm_receiver_link (made_at);
CALL protect_tenant_table('alarm_receiver_link');
GRANT SELECT, INSERT, DELETE ON alarm_receiver_link TO spora_api, spora_pipeline;

-- Once no address and no number is left of what it was, it is somebody else, whom the links of the one before do not concern.
CREATE FUNCTION forget_who_stopped_alarms() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.stopped_at := NULL;
  DELETE FROM alarm_receiver_link WHERE receiver_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER alarm_receiver_somebody_else BEFORE UPDATE OF email, dial_code, phone ON alarm_receiver FOR EACH ROW
  WHEN ((OLD.email = '' OR lower(OLD.email) <> lower(NEW.email))
    AND (OLD.phone = '' OR (OLD.dial_code, OLD.phone) IS DISTINCT FROM (NEW.dial_code, NEW.phone)))
  EXECUTE FUNCTION forget_who_stopped_alarms();

-- The receiver that a link is about. A user of the account stops alarms with their password or in their profile.
CREATE FUNCTION receiver_of_link(token bytea) RETURNS TABLE (account_id bigint, receiver_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.account_id, r.id FROM alarm_receiver_link l
  JOIN alarm_receiver r ON r.id = l.receiver_id AND r.member_id IS NULL
  JOIN account a ON a.id = r.account_id AND a.closed_at IS NULL
  WHERE l.token_hash = token
$$;
REVOKE ALL ON FUNCTION forget_who_stopped_alarms, receiver_of_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION receiver_of_link TO spora_api;
