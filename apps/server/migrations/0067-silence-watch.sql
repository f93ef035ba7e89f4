-- Since when somebody listens without a break (ALARM-030): who was not heard while nobody listened was not silent. One row.
CREATE TABLE silence_watch (
  is_only boolean NOT NULL DEFAULT true CONSTRAINT silence_watch_pk PRIMARY KEY CONSTRAINT silence_watch_one CHECK (is_only),
  watched_at timestamptz NOT NULL,
  listening_since timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON silence_watch TO spora_pipeline;
