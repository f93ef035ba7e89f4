-- Visits of a place are counted by the trips that ended there (PLACE-005).
CREATE INDEX trip_by_stop_place ON trip (stop_place_id, ended_at) WHERE stop_place_id IS NOT NULL;
