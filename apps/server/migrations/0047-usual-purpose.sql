-- ADM-014: the purpose that a unit's new trips get, who said so and since when: it is said of each trip in that person's name.
ALTER TABLE unit ADD COLUMN default_purpose text NOT NULL DEFAULT '' CONSTRAINT unit_default_purpose CHECK (length(default_purpose) <= 100),
  ADD COLUMN default_purpose_by bigint, ADD COLUMN default_purpose_since timestamptz;
