-- Check-ins by code and by tag.

-- Of a tag: when it was read. `at` is the start of the trip in which it was read first, and the reading itself between trips.
ALTER TABLE driver_event
  ADD COLUMN read_at timestamptz,
  -- DRV-015: the mail about a check-in that nobody ended went out.
  ADD COLUMN reminded_at timestamptz,
  ADD CONSTRAINT driver_event_tag CHECK ((source = 'tag') = (tag IS NOT NULL AND read_at IS NOT NULL AND member_id IS NULL) AND (source = 'tag' OR tag IS NULL));
-- A rebuild meets the same reading again: it is one event, with what became of it.
CREATE UNIQUE INDEX driver_event_reading ON driver_event (unit_id, read_at) WHERE source = 'tag';
CREATE INDEX driver_event_by_tag ON driver_event (account_id, tag) WHERE source = 'tag';

-- DRV-009: what a unit's printed code opens; not the tracker's number, and replaced when it got into the wrong hands.
ALTER TABLE unit ADD COLUMN check_in_code text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '');
CREATE UNIQUE INDEX unit_check_in_code ON unit (check_in_code);

-- Who an event says drives: of a tag whoever it was linked to then, 0 (nobody that is known) while it was linked to nobody.
CREATE FUNCTION driver_of(e driver_event) RETURNS bigint
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN e.source <> 'tag' THEN e.member_id ELSE coalesce((
    SELECT l.member_id FROM driver_tag t JOIN driver_tag_link l ON l.tag_id = t.id
    WHERE t.account_id = e.account_id AND t.tag = e.tag AND l.during @> e.at), 0) END
$$;
REVOKE ALL ON FUNCTION driver_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION driver_of TO spora_api, spora_pipeline;

GRANT UPDATE (check_in_code) ON unit TO spora_api;
GRANT UPDATE (reminded_at, at, tag), DELETE ON driver_event TO spora_pipeline;
