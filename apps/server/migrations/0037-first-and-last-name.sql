-- ADM-002: first and last name of members. Whoever reads one name goes on reading `full_name`, which follows the two; whoever writes one name
-- (a registration, a file, an older program) has it divided.
ALTER TABLE member ADD COLUMN first_name text NOT NULL DEFAULT '', ADD COLUMN last_name text NOT NULL DEFAULT '';

-- The last word is the last name, with the small words that belong to it; of one word there is a first name only.
CREATE FUNCTION divided_name(full_name text, OUT first_name text, OUT last_name text) LANGUAGE sql IMMUTABLE AS $$
  WITH w AS (SELECT words, coalesce(array_length(words, 1), 0) AS n FROM (SELECT regexp_split_to_array(btrim(divided_name.full_name), '\s+') AS words) x),
    cut AS (SELECT words, n, coalesce((SELECT min(i) FROM generate_series(2, n - 1) i
      WHERE lower(words[i]) IN ('af', 'al', 'av', 'bin', 'da', 'de', 'del', 'den', 'der', 'di', 'dos', 'du', 'ibn', 'la', 'le', 'ten', 'ter', 'van', 'von', 'zu')),
      greatest(n, 2)) AS i FROM w)
  SELECT array_to_string(words[1:i - 1], ' '), array_to_string(words[i:n], ' ') FROM cut
$$;
REVOKE ALL ON FUNCTION divided_name FROM PUBLIC;
GRANT EXECUTE ON FUNCTION divided_name TO spora_api;

CREATE FUNCTION keep_member_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF (TG_OP = 'INSERT' AND NEW.first_name || NEW.last_name <> '')
    OR (TG_OP = 'UPDATE' AND (NEW.first_name, NEW.last_name) IS DISTINCT FROM (OLD.first_name, OLD.last_name)) THEN
    NEW.full_name := btrim(NEW.first_name || ' ' || NEW.last_name);
  ELSIF TG_OP = 'INSERT' OR NEW.full_name IS DISTINCT FROM OLD.full_name THEN
    SELECT d.first_name, d.last_name INTO NEW.first_name, NEW.last_name FROM divided_name(NEW.full_name) d;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION keep_member_names FROM PUBLIC;

UPDATE member m SET first_name = d.first_name, last_name = d.last_name FROM member o, divided_name(o.full_name) d WHERE o.id = m.id;
CREATE TRIGGER member_names BEFORE INSERT OR UPDATE OF full_name, first_name, last_name ON member FOR EACH ROW EXECUTE FUNCTION keep_member_names();
GRANT SELECT (first_name, last_name), UPDATE (first_name, last_name), INSERT (first_name, last_name) ON member TO spora_api;
