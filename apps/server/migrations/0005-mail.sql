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
