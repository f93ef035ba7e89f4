-- Lines that wait to be copied out of the database, while that is wished (AUDIT_COPY).
CREATE TABLE audit_copy (
  is_wished boolean NOT NULL DEFAULT true CONSTRAINT audit_copy_pk PRIMARY KEY CONSTRAINT audit_copy_one CHECK (is_wished)
);
CREATE TABLE audit_to_copy (entry_id bigint NOT NULL CONSTRAINT audit_to_copy_pk PRIMARY KEY);
GRANT SELECT, DELETE ON audit_to_copy TO spora_pipeline;

CREATE FUNCTION queue_audit_copy() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_to_copy (entry_id) SELECT NEW.id FROM audit_copy;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entry_copied AFTER INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION queue_audit_copy();

-- The first wish takes along what is there already; the last one forgets what waits.
CREATE FUNCTION wish_audit_copy(is_on boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF is_on THEN
    INSERT INTO audit_copy DEFAULT VALUES ON CONFLICT DO NOTHING;
    IF FOUND THEN INSERT INTO audit_to_copy (entry_id) SELECT id FROM audit_entry ON CONFLICT DO NOTHING; END IF;
  ELSE
    DELETE FROM audit_copy;
    DELETE FROM audit_to_copy;
  END IF;
END $$;
REVOKE ALL ON FUNCTION wish_audit_copy FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wish_audit_copy TO spora_pipeline;
