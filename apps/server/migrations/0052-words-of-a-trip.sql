-- What is said of trips is searched by an index of three letters at a time, and not by reading every trip of the period.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- What a text is looked for in, in small letters, of trips that are over. By itself: a row of the log is written several times until its trip
-- is described and attested, its words seldom.
CREATE TABLE trip_words (
  trip_id bigint NOT NULL CONSTRAINT trip_words_pk PRIMARY KEY CONSTRAINT trip_words_trip REFERENCES trip ON DELETE CASCADE ON UPDATE CASCADE,
  account_id bigint NOT NULL,
  words text NOT NULL
);
CALL protect_tenant_table('trip_words');
GRANT SELECT ON trip_words TO spora_api;

CREATE FUNCTION words_of_trip(t trip) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(concat_ws(chr(10), t.start_address, t.stop_address, nullif(t.purpose, ''), nullif(t.note, ''), nullif(t.project, ''),
    nullif(t.visited, '')))
$$;
INSERT INTO trip_words (trip_id, account_id, words) SELECT t.id, t.account_id, words_of_trip(t) FROM trip t WHERE NOT t.is_ongoing;
CREATE INDEX trip_words_search ON trip_words USING gin (account_id, words gin_trgm_ops);

CREATE FUNCTION keep_words_of_trip() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO trip_words AS w (trip_id, account_id, words) VALUES (NEW.id, NEW.account_id, words_of_trip(NEW))
  ON CONFLICT (trip_id) DO UPDATE SET words = excluded.words WHERE w.words <> excluded.words;
  RETURN NULL;
END $$;
CREATE TRIGGER trip_added_words AFTER INSERT ON trip FOR EACH ROW WHEN (NOT NEW.is_ongoing) EXECUTE FUNCTION keep_words_of_trip();
CREATE TRIGGER trip_changed_words AFTER UPDATE OF is_ongoing, start_address, stop_address, purpose, note, project, visited ON trip FOR EACH ROW
  WHEN (NOT NEW.is_ongoing AND (OLD.is_ongoing OR (OLD.start_address, OLD.stop_address, OLD.purpose, OLD.note, OLD.project, OLD.visited)
    IS DISTINCT FROM (NEW.start_address, NEW.stop_address, NEW.purpose, NEW.note, NEW.project, NEW.visited)))
  EXECUTE FUNCTION keep_words_of_trip();

-- The rows of the log in which something is said, of the account in force: a trip, or the one that it is merged into. Under row-level
-- security such an index answers nothing. Whoever asks holds the rows against what the viewer may see of them (TRIP-032).
CREATE FUNCTION trips_that_say(pattern text, most integer) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(m.merged_into_id, w.trip_id) FROM trip_words w LEFT JOIN trip m ON m.id = w.trip_id AND m.merged_into_id IS NOT NULL
  WHERE w.account_id = (SELECT current_account_id()) AND w.words LIKE lower(pattern) LIMIT most
$$;
REVOKE ALL ON FUNCTION words_of_trip, keep_words_of_trip, trips_that_say FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trips_that_say TO spora_api;

-- Whether the account has trips that are shown with another is asked before each reading of its log.
CREATE INDEX trip_merged ON trip (account_id) WHERE merged_into_id IS NOT NULL;
