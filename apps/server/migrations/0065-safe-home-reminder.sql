-- The check before which it was looked whether somebody is to be reminded; null: of none yet.
ALTER TABLE safe_home ADD COLUMN reminded_of timestamptz;
