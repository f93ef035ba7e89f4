-- The audit log only grows. Rows come by the functions that write them, with a time that is not before they were written; they go by
-- the two functions that forget, each time with a line; nothing changes them. Whoever owns the database can undo all of this: copy
-- the log elsewhere where they are not to be trusted.
REVOKE INSERT ON audit_entry FROM spora_api, spora_pipeline;
REVOKE DELETE ON audit_entry FROM spora_pipeline;

-- What was forgotten, a row each time.
CREATE TABLE audit_forgotten (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_forgotten_pk PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  entries bigint NOT NULL,
  -- The time of the newest row among them.
  newest timestamptz NOT NULL,
  accounts bigint NOT NULL,
  done_by text NOT NULL DEFAULT session_user
);

CREATE FUNCTION guard_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Only a restore brings back what was written long ago, and that is the owner's.
    IF session_user <> 'spora_owner' THEN NEW.at := greatest(NEW.at, now()); END IF;
    RETURN NEW;
  END IF;
  -- The others may not delete at all but through forget_audit and erase_account, which run as the owner.
  IF TG_OP = 'DELETE' AND session_user <> 'spora_owner' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the audit log only grows' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER audit_entry_guard BEFORE INSERT OR UPDATE OR DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION guard_audit();
CREATE TRIGGER audit_entry_whole BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION guard_audit();
CREATE TRIGGER audit_forgotten_guard BEFORE UPDATE OR DELETE ON audit_forgotten FOR EACH ROW EXECUTE FUNCTION guard_audit();
CREATE TRIGGER audit_forgotten_whole BEFORE TRUNCATE ON audit_forgotten FOR EACH STATEMENT EXECUTE FUNCTION guard_audit();

CREATE FUNCTION note_forgotten_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_forgotten (entries, newest, accounts)
  SELECT count(*), max(gone.at), count(DISTINCT gone.account_id) FROM gone HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_forgotten AFTER DELETE ON audit_entry REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION note_forgotten_audit();

-- Forgets what is older than the log is kept (CONST-060), by the clock of the database at the earliest.
CREATE FUNCTION forget_audit(moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM audit_entry WHERE at < least(moment, now()) - interval '12 months'
$$;
REVOKE ALL ON FUNCTION forget_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_audit TO spora_pipeline;
