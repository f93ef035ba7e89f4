-- SEC-015: a driver asks that where they drove privately is erased before its time. The ask stands on the trip; the worker takes positions, route,
-- places and addresses, for good. An attested trip keeps the addresses that its seal covers until its period is opened again.
ALTER TABLE trip ADD COLUMN erasure_asked_at timestamptz, ADD COLUMN erasure_done_at timestamptz;
CREATE INDEX trip_erasure_asked ON trip (id) WHERE erasure_asked_at IS NOT NULL AND erasure_done_at IS NULL;
GRANT UPDATE (erasure_asked_at) ON trip TO spora_api;
GRANT INSERT ON trip_edit TO spora_pipeline;
GRANT UPDATE (lat_e7, lon_e7) ON driver_event TO spora_pipeline;
