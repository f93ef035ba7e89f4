-- REP-015 to REP-017 (decision 0069): reports by mail, saved filters, files that are made in the background.

-- A mailing is of the trip log, or of a report: then `filter` holds units, drivers and by what it is grouped.
ALTER TABLE export_schedule ADD COLUMN report text NOT NULL DEFAULT 'log'
  CONSTRAINT export_schedule_report CHECK (report IN ('log', 'summary', 'benefit-value', 'fuel', 'congestion', 'green-driving'));
-- What became of the newest periods, the newest first.
ALTER TABLE export_schedule ADD COLUMN history jsonb NOT NULL DEFAULT '[]';
GRANT UPDATE (history) ON export_schedule TO spora_pipeline;

-- A filter of a report under a name: what the page's address holds.
CREATE TABLE report_preset (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT report_preset_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  report text NOT NULL,
  name text NOT NULL CONSTRAINT report_preset_name_length CHECK (length(name) BETWEEN 1 AND 50),
  search jsonb NOT NULL,
  is_shared boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT report_preset_name UNIQUE (member_id, report, name),
  CONSTRAINT report_preset_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX report_preset_by_account ON report_preset (account_id, report);
CALL protect_tenant_table('report_preset');
GRANT SELECT, INSERT, UPDATE, DELETE ON report_preset TO spora_api;

-- A report that is made in the background, and its file until `kept_until`.
CREATE TABLE report_run (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT report_run_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  report text NOT NULL,
  format text NOT NULL CONSTRAINT report_run_format CHECK (format IN ('csv', 'xlsx', 'pdf')),
  language text NOT NULL,
  asked jsonb NOT NULL,
  state text NOT NULL CONSTRAINT report_run_state CHECK (state IN ('queued', 'reading', 'writing', 'done', 'failed')),
  progress smallint NOT NULL CONSTRAINT report_run_progress CHECK (progress BETWEEN 0 AND 100),
  rows integer,
  error text,
  file_name text,
  file bytea,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  kept_until timestamptz,
  CONSTRAINT report_run_whole CHECK ((state = 'done') = (file IS NOT NULL) AND (state IN ('done', 'failed')) = (ended_at IS NOT NULL)),
  CONSTRAINT report_run_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
ALTER TABLE report_run ALTER COLUMN file SET STORAGE EXTERNAL;
CREATE INDEX report_run_by_member ON report_run (account_id, member_id);
CREATE INDEX report_run_by_end ON report_run (kept_until);
CALL protect_tenant_table('report_run');
GRANT SELECT, INSERT, DELETE ON report_run TO spora_api;
GRANT SELECT, UPDATE (state, progress, rows, error, file_name, file, ended_at, kept_until), DELETE ON report_run TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
