-- The log by mail: to whom, on which day, what became of it; the files that mails carry; fingerprints that are kept no longer.

-- A day and no instant, so that it follows the account's zone. Recipients are members: an address of theirs is looked up when a mail is
-- written. Nothing has been scheduled by any program yet.
DELETE FROM export_schedule;
ALTER TABLE export_schedule
  DROP COLUMN next_at,
  DROP COLUMN recipients,
  ADD COLUMN recipient_ids bigint[] NOT NULL CONSTRAINT export_schedule_recipients CHECK (cardinality(recipient_ids) BETWEEN 1 AND 10),
  -- The day on whose morning it is sent, of the period that ended the day before.
  ADD COLUMN next_on date NOT NULL,
  ADD COLUMN is_paused boolean NOT NULL DEFAULT false,
  ADD COLUMN changed_at timestamptz NOT NULL,
  -- A worker is at it until then; one that died is followed by another.
  ADD COLUMN working_until timestamptz,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  -- The newest period that was settled, and how; `link`: the file was too large for a mail, which says where it is to be had.
  ADD COLUMN last_from date,
  ADD COLUMN last_to date,
  ADD COLUMN last_outcome text CONSTRAINT export_schedule_outcome CHECK (last_outcome IN ('sent', 'empty', 'link', 'failed')),
  ADD COLUMN last_error text,
  -- The delivery log knows how each fared.
  ADD COLUMN last_mail_ids bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN tested_at timestamptz,
  ADD COLUMN test_mail_id bigint,
  ADD CONSTRAINT export_schedule_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE;
CREATE INDEX export_schedule_by_account ON export_schedule (account_id, member_id);
CREATE INDEX export_schedule_due ON export_schedule (next_on) WHERE NOT is_paused;
GRANT UPDATE (next_on, working_until, attempts, last_sent_at, last_from, last_to, last_outcome, last_error, last_mail_ids), DELETE
  ON export_schedule TO spora_pipeline;

-- What mails carry, one file for all to whom the same is sent. It leaves when none of them waits any more.
CREATE TABLE mail_file (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT mail_file_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT mail_file_account REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  content_type text NOT NULL,
  data bytea NOT NULL CONSTRAINT mail_file_size CHECK (octet_length(data) BETWEEN 1 AND 10485760)
);
ALTER TABLE mail_file ALTER COLUMN data SET STORAGE EXTERNAL;
CALL protect_tenant_table('mail_file');
CREATE INDEX mail_file_by_account ON mail_file (account_id);
ALTER TABLE mail ADD COLUMN file_id bigint CONSTRAINT mail_file_carried REFERENCES mail_file ON DELETE SET NULL;
CREATE INDEX mail_by_file ON mail (file_id) WHERE file_id IS NOT NULL;
GRANT SELECT, DELETE ON mail_file TO spora_pipeline;

-- Whoever may order a mail may give it a file to carry; nobody but the sender reads it.
CREATE FUNCTION keep_mail_file(account bigint, file_name text, type text, bytes bytea) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO mail_file (account_id, name, content_type, data) VALUES (account, file_name, type, bytes) RETURNING id
$$;
CREATE FUNCTION attach_mail_file(mail_id bigint, kept_id bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE mail m SET file_id = f.id FROM mail_file f WHERE m.id = mail_id AND f.id = kept_id AND m.account_id = f.account_id AND m.state = 'queued'
$$;
REVOKE ALL ON FUNCTION keep_mail_file, attach_mail_file FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_mail_file, attach_mail_file TO spora_api, spora_pipeline;

-- The demo's mailbox shows what a mail carried.
ALTER TABLE local_mail
  ADD COLUMN file_name text,
  ADD COLUMN file_type text,
  ADD COLUMN file_data bytea;

CREATE INDEX exported_file_by_time ON exported_file (at);
GRANT SELECT (at) ON exported_file TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;
