-- When the provider said that a receiver's number takes no text messages; null: it did not, or it is another number since.
ALTER TABLE alarm_receiver ADD COLUMN phone_died_at timestamptz;
GRANT UPDATE (phone_died_at) ON alarm_receiver TO spora_pipeline;

CREATE FUNCTION forget_dead_number() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.phone_died_at := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION forget_dead_number FROM PUBLIC;
CREATE TRIGGER alarm_receiver_other_number BEFORE UPDATE OF dial_code, phone ON alarm_receiver FOR EACH ROW
  WHEN ((OLD.dial_code, OLD.phone) IS DISTINCT FROM (NEW.dial_code, NEW.phone)) EXECUTE FUNCTION forget_dead_number();
