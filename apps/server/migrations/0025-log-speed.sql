-- What makes a fleet's year of the log quick.

-- Trips entered by hand are few, and may lie anywhere: a day's are looked for without reading the tracker's.
CREATE INDEX trip_manual ON trip (unit_id, started_at) WHERE is_manual;

-- A row of the log carries its route and the state of its machine, and a page holds a few of them: counting a year of a fleet read more
-- than a gigabyte. What filters, sorting and totals ask for stands in the index, which is all that they read.
CREATE INDEX trip_log ON trip (account_id, started_at) INCLUDE (id, unit_id, ended_at, is_ongoing, is_manual, merged_into_id, attestation_id,
  type, edited_type, computed_rule, driver_member_id, distance_m, start_odometer_m, stop_odometer_m, start_place_id, stop_place_id, purpose,
  project);
DROP INDEX trip_by_account_time;
-- An index is enough only for pages that are known to hold nothing but visible rows; by default that lags a fifth of the table behind.
ALTER TABLE trip SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- What is sealed of a period goes with its rows when these are kept no longer: its document is reduced to hashes.
GRANT UPDATE (document) ON seal TO spora_pipeline;
GRANT UPDATE (note, reopened_reason) ON attestation TO spora_pipeline;

-- Units of which no tracker ever reported have no row to be held by: two people, or a person and the first record of a new tracker, worked on
-- their trips at once, and an edit was lost under a seal. The row is made, as the projector makes it.
CREATE OR REPLACE FUNCTION lock_units(units bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unit_projection (unit_id, account_id, state)
    SELECT u.id, u.account_id, 'null' FROM unit u
    WHERE u.id = ANY (units) AND u.account_id = (SELECT current_account_id())
      AND NOT EXISTS (SELECT FROM unit_projection p WHERE p.unit_id = u.id) ORDER BY u.id ON CONFLICT DO NOTHING;
  PERFORM FROM unit_projection p WHERE p.unit_id = ANY (units) AND p.account_id = (SELECT current_account_id())
    ORDER BY p.unit_id FOR UPDATE;
END $$;
