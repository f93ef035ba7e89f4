-- The first-run guide, and what other systems of a customer use: tokens for the interface and webhooks (decision 0026).

-- ADM-024: null until the first administrator of the account signs in; after that the administrators' own choice.
ALTER TABLE account ADD COLUMN guide text CONSTRAINT account_guide CHECK (guide IN ('open', 'closed'));
GRANT UPDATE (guide) ON account TO spora_api;

-- A key for another program. Only the SHA-256 of it is here; it acts in the name of the administrator who made it.
CREATE TABLE api_token (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT api_token_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  name text NOT NULL,
  rights text NOT NULL CONSTRAINT api_token_rights CHECK (rights IN ('read', 'write')),
  token_hash bytea NOT NULL CONSTRAINT api_token_hash UNIQUE,
  -- The last characters, by which a person tells it from others.
  hint text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_token_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX api_token_by_account ON api_token (account_id, id DESC);
CALL protect_tenant_table('api_token');
GRANT SELECT (id, account_id, member_id, name, rights, hint, created_at, expires_at, last_used_at, revoked_at), INSERT,
  UPDATE (revoked_at) ON api_token TO spora_api;

-- Where an account wants to be told of what happens. The interface's role writes the secret and cannot read it back.
CREATE TABLE webhook (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT webhook_account REFERENCES account ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  secret text NOT NULL,
  created_at timestamptz NOT NULL,
  created_by_member_id bigint NOT NULL,
  -- Since when nothing has got through; null while it works.
  failing_since timestamptz,
  -- Paused: by an administrator, or by the product after it had failed for too long.
  paused_at timestamptz,
  paused_by text CONSTRAINT webhook_paused_by CHECK (paused_by IN ('member', 'failures')),
  CONSTRAINT webhook_own UNIQUE (account_id, id),
  CONSTRAINT webhook_pause CHECK ((paused_at IS NULL) = (paused_by IS NULL))
);
CALL protect_tenant_table('webhook');

-- What was to be told, and how it fared. Kept 90 days.
CREATE TABLE webhook_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT webhook_delivery_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  event text NOT NULL,
  -- The same event has the same id however often it is told: the receiver knows what it has had.
  event_id text NOT NULL,
  occurred_at timestamptz NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT webhook_delivery_state CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  -- The answer's HTTP status; null when there was none.
  status smallint,
  -- Why there was none: a short word, never what the other side said.
  problem text,
  ended_at timestamptz,
  CONSTRAINT webhook_delivery_once UNIQUE (webhook_id, event_id),
  CONSTRAINT webhook_delivery_webhook FOREIGN KEY (account_id, webhook_id) REFERENCES webhook (account_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_by_webhook ON webhook_delivery (webhook_id, id DESC);
CREATE INDEX webhook_delivery_old ON webhook_delivery (created_at);
CALL protect_tenant_table('webhook_delivery');

GRANT SELECT (id, account_id, url, events, created_at, created_by_member_id, failing_since, paused_at, paused_by), INSERT, DELETE,
  UPDATE (url, events, secret, failing_since, paused_at, paused_by) ON webhook TO spora_api;
GRANT SELECT, UPDATE (failing_since, paused_at, paused_by) ON webhook TO spora_pipeline;
GRANT SELECT, INSERT ON webhook_delivery TO spora_api;
GRANT SELECT, INSERT, DELETE, UPDATE (state, attempts, last_attempt_at, status, problem, ended_at) ON webhook_delivery TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Whose token it is, and that it was used. Nothing for one that has expired or was revoked, whose maker is no administrator of the
-- account any more, or whose account is closed. `first_of_day` is true once a day: then the account's log gets its line.
CREATE FUNCTION use_api_token(hash bytea, moment timestamptz)
RETURNS TABLE (token_id bigint, token_name text, rights text, member_id bigint, account_id bigint, real_time_map boolean, time_zone text,
  first_of_day boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE token record;
BEGIN
  SELECT k.id, k.name, k.rights AS granted, k.account_id AS account, k.last_used_at AS used, k.expires_at AS until, m.id AS maker,
    m.real_time_map AND a.real_time_map AS may_map, a.time_zone AS zone INTO token
  FROM api_token k JOIN member m ON m.id = k.member_id JOIN account a ON a.id = k.account_id
  WHERE k.token_hash = hash AND k.revoked_at IS NULL AND k.expires_at > moment AND m.is_admin AND m.disabled_at IS NULL
    AND m.removed_at IS NULL AND a.closed_at IS NULL;
  IF NOT FOUND THEN RETURN; END IF;
  -- Not at every call: a program that asks each second need not write each second.
  IF token.used IS NULL OR token.used < moment - interval '1 minute' THEN
    UPDATE api_token SET last_used_at = moment WHERE id = token.id;
  END IF;
  RETURN QUERY SELECT token.id, token.name, token.granted, token.maker, token.account, token.may_map, token.zone,
    token.used IS NULL OR (token.used AT TIME ZONE token.zone)::date < (moment AT TIME ZONE token.zone)::date;
END $$;
REVOKE ALL ON FUNCTION use_api_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_api_token TO spora_api;
