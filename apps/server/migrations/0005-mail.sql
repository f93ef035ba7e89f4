-- Ordering mail from any role, and the jobs that send it.

-- Answers null when this mail was ordered before.
CREATE FUNCTION order_mail(account bigint, what text, address text, lang text, subsite smallint, data jsonb, key text, moment timestamptz, until timestamptz)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO mail (account_id, template, recipient, language, subsite_id, params, dedup_key, queued_at, expires_at)
  VALUES (account, what, address, lang, subsite, data, key, moment, until)
  ON CONFLICT ON CONSTRAINT mail_dedup_unique DO NOTHING RETURNING id
$$;
REVOKE ALL ON FUNCTION order_mail FROM PUBLIC;
GRANT EXECUTE ON FUNCTION order_mail TO spora_api, spora_pipeline;

-- One attempt at a time: it holds no transaction while the mail server thinks, so it says until when it is at work.
ALTER TABLE mail ADD COLUMN sending_until timestamptz;
CREATE INDEX mail_queued ON mail (queued_at) WHERE state = 'queued';
CREATE INDEX local_mail_by_time ON local_mail (at);

-- The delivery log of an account is its own; what a waiting mail would open is nobody's to read.
REVOKE SELECT ON mail FROM spora_api;
GRANT SELECT (id, account_id, template, recipient, language, subsite_id, state, attempts, last_error, queued_at, ended_at) ON mail TO spora_api;
