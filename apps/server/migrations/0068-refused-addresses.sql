-- When a mail server said that there is no such address of a receiver; null: none did, or it is another address since.
ALTER TABLE alarm_receiver ADD COLUMN email_refused_at timestamptz;
GRANT UPDATE (email_refused_at) ON alarm_receiver TO spora_pipeline;

CREATE FUNCTION forget_refused_address() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.email_refused_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION forget_refused_address FROM PUBLIC;
CREATE TRIGGER alarm_receiver_other_address BEFORE UPDATE OF email ON alarm_receiver FOR EACH ROW
  WHEN (lower(OLD.email) IS DISTINCT FROM lower(NEW.email)) EXECUTE FUNCTION forget_refused_address();
