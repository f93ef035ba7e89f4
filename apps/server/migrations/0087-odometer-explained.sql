-- What a person said of a trip whose odometer differs (decision 0025): why, and how many metres it differed by then; rebuilt from trip_edit.
ALTER TABLE trip ADD COLUMN odometer_explanation jsonb;
GRANT UPDATE (odometer_explanation) ON trip TO spora_api;
-- Few trips have one: those of an account are looked up before its log is read from its own index, which needs no further column for it.
CREATE INDEX trip_odometer_explained ON trip (account_id) WHERE odometer_explanation IS NOT NULL;
ALTER TABLE trip_edit
  DROP CONSTRAINT trip_edit_field,
  ADD CONSTRAINT trip_edit_field CHECK (field IN ('type', 'purpose', 'note', 'project', 'visited', 'driver', 'passengers', 'odometer', 'merge', 'split', 'manual'));
