-- Second factor as ASVS 5.0 level 2 asks (issue 12, A4; decision 0038): authenticator apps, passkeys, recovery codes, and who must have one.

ALTER TABLE account
  ADD COLUMN second_factor_required text NOT NULL DEFAULT 'nobody'
    CONSTRAINT account_second_factor CHECK (second_factor_required IN ('nobody', 'administrators', 'everybody')),
  -- Whether a code by mail counts as the factor that is required.
  ADD COLUMN mail_code_is_enough boolean NOT NULL DEFAULT false;

-- Opened by the word of the account's identity provider, which asks for factors itself.
ALTER TABLE session ADD COLUMN is_by_provider boolean NOT NULL DEFAULT false;

-- An authenticator app (TOTP, RFC 6238). The secret is sealed with a key outside the database. It counts from when a first code was
-- shown; `last_step` is the newest time step that a code was taken of, so that none counts twice.
CREATE TABLE authenticator_app (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT authenticator_app_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  secret text NOT NULL,
  created_at timestamptz NOT NULL,
  proven_at timestamptz,
  last_step bigint,
  last_used_at timestamptz,
  CONSTRAINT authenticator_app_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
-- One in use, and beside it one that is being set up.
CREATE UNIQUE INDEX authenticator_app_once ON authenticator_app (member_id, (proven_at IS NULL));
CALL protect_tenant_table('authenticator_app');

-- What a browser or a security key shows instead of a password or after it (WebAuthn). Only the public half is here.
CREATE TABLE passkey (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT passkey_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  credential_id bytea NOT NULL CONSTRAINT passkey_credential_unique UNIQUE,
  public_key bytea NOT NULL,
  -- Of uses, as the authenticator counts them; one that stands still at 0 does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  -- The host that it was made for, and works on.
  host text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT passkey_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_by_member ON passkey (member_id);
CALL protect_tenant_table('passkey');

-- Codes for who lost the other factors, ten at a time under one salt, each good once.
CREATE TABLE recovery_code (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT recovery_code_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  secret_salt bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT recovery_code_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CREATE INDEX recovery_code_by_member ON recovery_code (member_id);
CALL protect_tenant_table('recovery_code');

-- What a passkey is to sign, until it has. `session_id`: whose it is; null where nobody is signed in yet.
CREATE TABLE passkey_challenge (
  challenge text NOT NULL CONSTRAINT passkey_challenge_pk PRIMARY KEY,
  purpose text NOT NULL CONSTRAINT passkey_challenge_purpose CHECK (purpose IN ('sign-in', 'second-step', 'proof', 'set-up')),
  session_id bigint CONSTRAINT passkey_challenge_session REFERENCES session ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_by_end ON passkey_challenge (expires_at);
CREATE INDEX passkey_challenge_by_session ON passkey_challenge (session_id);

GRANT UPDATE (second_factor_required, mail_code_is_enough) ON account TO spora_api;
GRANT UPDATE (is_by_provider) ON session TO spora_api;
GRANT SELECT, INSERT, DELETE ON authenticator_app, passkey, recovery_code TO spora_api;
GRANT UPDATE (proven_at, last_step, last_used_at) ON authenticator_app TO spora_api;
GRANT UPDATE (counter, last_used_at) ON passkey TO spora_api;
GRANT UPDATE (used_at) ON recovery_code TO spora_api;
-- Secrets are sealed anew by the worker when there is a newer key.
GRANT SELECT (id, member_id, secret), UPDATE (secret) ON authenticator_app TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api;

-- Which factors a member has, whether the account requires one of them, and whether that is met.
CREATE FUNCTION member_factors(of_member bigint)
RETURNS TABLE (app boolean, passkey boolean, mail boolean, recovery boolean, is_required boolean, is_mail_enough boolean, is_met boolean)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT f.app, f.passkey, f.mail, f.recovery, f.is_required, f.mail_code_is_enough, f.app OR f.passkey OR f.mail AND f.mail_code_is_enough
  FROM (
    SELECT EXISTS (SELECT FROM authenticator_app x WHERE x.member_id = m.id AND x.proven_at IS NOT NULL) AS app,
      EXISTS (SELECT FROM passkey p WHERE p.member_id = m.id) AS passkey,
      m.two_factor AS mail,
      EXISTS (SELECT FROM recovery_code r WHERE r.member_id = m.id AND r.used_at IS NULL) AS recovery,
      a.second_factor_required = 'everybody' OR a.second_factor_required = 'administrators' AND m.is_admin AS is_required,
      a.mail_code_is_enough
    FROM member m JOIN account a ON a.id = m.account_id WHERE m.id = of_member
  ) f
$$;

CREATE OR REPLACE FUNCTION find_member_for_sign_in(username text)
RETURNS TABLE (member_id bigint, account_id bigint, password_hash text, subsite_id smallint, disabled boolean, closed boolean, two_factor boolean)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.password_hash, a.subsite_id, m.disabled_at IS NOT NULL, a.closed_at IS NOT NULL,
    (SELECT f.app OR f.passkey OR f.mail FROM member_factors(m.id) f)
  FROM member m JOIN account a ON a.id = m.account_id WHERE lower(m.email) = lower(username)
$$;

-- As before, and says whether the member must set a second factor up before anything else opens.
DROP FUNCTION use_session(bytea, timestamptz, interval);
CREATE FUNCTION use_session(token bytea, at timestamptz, idle interval)
RETURNS TABLE (session_id bigint, member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text, lacks_factor boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session s SET last_used_at = at
    WHERE s.token_hash = token AND NOT s.is_pending
      AND s.last_used_at < at - interval '1 minute' AND s.last_used_at > at - idle AND s.expires_at > at;
  RETURN QUERY SELECT s.id, m.id, m.account_id, m.is_admin, m.real_time_map AND a.real_time_map, a.time_zone,
      CASE WHEN s.is_by_provider OR a.second_factor_required = 'nobody' THEN false
        ELSE (SELECT f.is_required AND NOT f.is_met FROM member_factors(m.id) f) END
    FROM session s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = m.account_id
    WHERE s.token_hash = token AND NOT s.is_pending AND s.expires_at > at AND s.last_used_at > at - idle
      AND m.disabled_at IS NULL AND a.closed_at IS NULL;
END $$;

CREATE FUNCTION open_passkey_challenge(new_challenge text, for_purpose text, of_session bigint, moment timestamptz, until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM passkey_challenge WHERE expires_at < moment;
  INSERT INTO passkey_challenge (challenge, purpose, session_id, expires_at) VALUES (new_challenge, for_purpose, of_session, until);
$$;

-- Uses a challenge up; false when there is none of that purpose and session, or its time is over.
CREATE FUNCTION use_passkey_challenge(shown text, for_purpose text, of_session bigint, moment timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    DELETE FROM passkey_challenge c WHERE c.challenge = shown AND c.purpose = for_purpose AND c.session_id IS NOT DISTINCT FROM of_session
    RETURNING c.expires_at
  )
  SELECT EXISTS (SELECT FROM used WHERE expires_at > moment)
$$;

-- Whose passkey this is, in whatever account: nobody is signed in yet.
CREATE FUNCTION find_passkey_for_sign_in(credential bytea)
RETURNS TABLE (passkey_id bigint, public_key bytea, counter bigint, transports text[], host text,
  member_id bigint, account_id bigint, email text, subsite_id smallint, disabled boolean, closed boolean)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.public_key, p.counter, p.transports, p.host, m.id, m.account_id, m.email, a.subsite_id, m.disabled_at IS NOT NULL, a.closed_at IS NOT NULL
  FROM passkey p JOIN member m ON m.id = p.member_id JOIN account a ON a.id = m.account_id WHERE p.credential_id = credential
$$;

-- Who is removed leaves nothing that could open anything.
CREATE FUNCTION forget_factors() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM authenticator_app x WHERE x.member_id = NEW.id;
  DELETE FROM passkey p WHERE p.member_id = NEW.id;
  DELETE FROM recovery_code r WHERE r.member_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_factors FROM PUBLIC;
CREATE TRIGGER member_removed_factors AFTER UPDATE OF removed_at ON member FOR EACH ROW
  WHEN (NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL) EXECUTE FUNCTION forget_factors();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['member_factors', 'use_session', 'open_passkey_challenge', 'use_passkey_challenge', 'find_passkey_for_sign_in'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
