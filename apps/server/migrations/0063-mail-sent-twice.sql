-- An attempt ended without an answer: the worker was killed, and the mail may have left twice.
ALTER TABLE mail ADD COLUMN is_uncertain boolean NOT NULL DEFAULT false;
GRANT SELECT (is_uncertain) ON mail TO spora_api;
