-- TRIP-018: a search of the log forgives å, ä, ö, é and the like, as the search of the map's list does.

-- As people type it who lack the letters: in small letters, without what stands above or under them.
CREATE FUNCTION folded(said text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(replace(replace(replace(replace(regexp_replace(normalize(said, NFD), '[\u0300-\u036f]', '', 'g'), 'ø', 'o'), 'Ø', 'o'), 'æ', 'ae'), 'Æ', 'ae'))
$$;
REVOKE ALL ON FUNCTION folded FROM PUBLIC;
GRANT EXECUTE ON FUNCTION folded TO spora_api;

CREATE OR REPLACE FUNCTION words_of_trip(t trip) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT folded(concat_ws(chr(10), t.start_address, t.stop_address, nullif(t.purpose, ''), nullif(t.note, ''), nullif(t.project, ''),
    nullif(t.visited, '')))
$$;

CREATE OR REPLACE FUNCTION trips_that_say(pattern text, most integer) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(m.merged_into_id, w.trip_id) FROM trip_words w LEFT JOIN trip m ON m.id = w.trip_id AND m.merged_into_id IS NOT NULL
  WHERE w.account_id = (SELECT current_account_id()) AND w.words LIKE folded(pattern) LIMIT most
$$;

-- Written anew as a whole: the index is made once more after that, instead of following each row.
DROP INDEX trip_words_search;
UPDATE trip_words SET words = folded(words) WHERE words <> folded(words);
CREATE INDEX trip_words_search ON trip_words USING gin (account_id, words gin_trgm_ops);
