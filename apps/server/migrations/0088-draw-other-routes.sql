-- TRIP-003, TRIP-011: what an account calls its third type may be its daily work (decision 0077); its routes are drawn only if it says so.
ALTER TABLE account ADD COLUMN other_trip_draws_route boolean NOT NULL DEFAULT false;
GRANT UPDATE (other_trip_draws_route) ON account TO spora_api;
