-- In whose private use a unit is now: so that what ten thousand units do is answered without asking each for its last trip. Null: its
-- last trip is no private one; -1: it is, and nobody knows the driver.
ALTER TABLE unit_latest ADD COLUMN private_use_of bigint;

CREATE FUNCTION private_use_of(unit bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN t.type = 'private' THEN coalesce(t.driver_member_id, -1) END FROM trip t
  WHERE t.unit_id = private_use_of.unit ORDER BY t.started_at DESC LIMIT 1
$$;
UPDATE unit_latest SET private_use_of = private_use_of(unit_id)
  WHERE EXISTS (SELECT FROM trip t WHERE t.unit_id = unit_latest.unit_id AND t.type = 'private');

-- The row is held first: of two that change trips of a unit at once, the later one sees what the earlier one did.
CREATE FUNCTION note_private_use(units bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM unit_latest WHERE unit_id = ANY (units) ORDER BY unit_id FOR NO KEY UPDATE;
  UPDATE unit_latest l SET private_use_of = n.driver FROM (SELECT id, private_use_of(id) AS driver FROM unnest(units) AS u (id)) n
    WHERE l.unit_id = n.id AND l.private_use_of IS DISTINCT FROM n.driver;
END $$;

CREATE FUNCTION follow_added_trips() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_private_use(ARRAY(SELECT DISTINCT unit_id FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER trip_added_use AFTER INSERT ON trip REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_added_trips();

CREATE FUNCTION follow_removed_trips() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_private_use(ARRAY(SELECT DISTINCT unit_id FROM removed));
  RETURN NULL;
END $$;
CREATE TRIGGER trip_removed_use AFTER DELETE ON trip REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION follow_removed_trips();

CREATE FUNCTION follow_changed_trip() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM note_private_use(ARRAY[OLD.unit_id, NEW.unit_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER trip_changed_use AFTER UPDATE ON trip FOR EACH ROW
  WHEN ((OLD.unit_id, OLD.started_at, OLD.type, OLD.driver_member_id) IS DISTINCT FROM (NEW.unit_id, NEW.started_at, NEW.type, NEW.driver_member_id))
  EXECUTE FUNCTION follow_changed_trip();

-- A unit whose trips were there before its first report.
CREATE FUNCTION begin_private_use() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  NEW.private_use_of := private_use_of(NEW.unit_id);
  RETURN NEW;
END $$;
CREATE TRIGGER unit_latest_use BEFORE INSERT ON unit_latest FOR EACH ROW EXECUTE FUNCTION begin_private_use();

REVOKE ALL ON FUNCTION private_use_of, note_private_use, follow_added_trips, follow_removed_trips, follow_changed_trip, begin_private_use FROM PUBLIC;

-- Few units of an account are out of use, hide their speed or are locked: they are found without the others.
CREATE INDEX unit_apart ON unit (account_id) WHERE retired_at IS NOT NULL OR hides_speed;
CREATE INDEX unit_locked ON unit (account_id) WHERE locked_at IS NOT NULL;
