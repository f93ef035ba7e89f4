-- ADM-014: the purpose that trips get which somebody drives, who said so and since when; it stands over the unit's.
ALTER TABLE member ADD COLUMN default_purpose text NOT NULL DEFAULT '' CONSTRAINT member_default_purpose CHECK (length(default_purpose) <= 100),
  ADD COLUMN default_purpose_by bigint, ADD COLUMN default_purpose_since timestamptz;
GRANT UPDATE (default_purpose, default_purpose_by, default_purpose_since) ON member TO spora_api;
GRANT SELECT (default_purpose, default_purpose_by, default_purpose_since) ON member TO spora_pipeline;
