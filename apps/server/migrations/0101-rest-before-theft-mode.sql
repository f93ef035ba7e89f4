-- MODE-011, DEC-51: how often a unit reported while it stood before theft mode, which comes back with the mode.
ALTER TABLE theft_mode ADD COLUMN rest_before_s integer CONSTRAINT theft_mode_rest_before CHECK (rest_before_s > 0);
