-- Single sign-on by OpenID Connect, one provider an account (ADM-020, decision 0040).

CREATE TABLE single_sign_on (
  account_id bigint NOT NULL CONSTRAINT single_sign_on_pk PRIMARY KEY CONSTRAINT single_sign_on_account REFERENCES account ON DELETE CASCADE,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- Encrypted with a key outside the database, as the secrets of webhooks are.
  client_secret text NOT NULL,
  is_on boolean NOT NULL,
  -- Passwords open nothing for members who are no administrators.
  is_only_way boolean NOT NULL,
  asks_second_factor boolean NOT NULL,
  changed_at timestamptz NOT NULL
);
CALL protect_tenant_table('single_sign_on');

-- Domains of e-mail addresses. One counts once its owner has shown that it is theirs, and then for one account alone.
CREATE TABLE sign_on_domain (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_on_domain_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT sign_on_domain_account REFERENCES account ON DELETE CASCADE,
  name text NOT NULL,
  -- What is to stand in the domain's records.
  proof text NOT NULL,
  created_at timestamptz NOT NULL,
  proven_at timestamptz,
  CONSTRAINT sign_on_domain_own UNIQUE (account_id, name)
);
CREATE UNIQUE INDEX sign_on_domain_proven ON sign_on_domain (name) WHERE proven_at IS NOT NULL;
CALL protect_tenant_table('sign_on_domain');

-- Who a subject of the provider is: settled at the first sign-in. From then on the address that the provider tells counts no more.
CREATE TABLE sign_on_link (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  CONSTRAINT sign_on_link_pk PRIMARY KEY (account_id, member_id),
  CONSTRAINT sign_on_link_subject UNIQUE (account_id, issuer, subject),
  CONSTRAINT sign_on_link_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('sign_on_link');

-- Sign-ins on their way to a provider and back: state, nonce and code verifier, encrypted. Each is used once.
CREATE TABLE sign_on_attempt (
  flow_hash bytea NOT NULL CONSTRAINT sign_on_attempt_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT sign_on_attempt_account REFERENCES account ON DELETE CASCADE,
  sealed text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_on_attempt_old ON sign_on_attempt (expires_at);
CALL protect_tenant_table('sign_on_attempt');

GRANT SELECT, INSERT, UPDATE ON single_sign_on TO spora_api;
GRANT SELECT, INSERT, UPDATE (proven_at), DELETE ON sign_on_domain TO spora_api;
GRANT SELECT, INSERT, UPDATE (last_used_at), DELETE ON sign_on_link TO spora_api;
GRANT INSERT ON sign_on_attempt TO spora_api;
GRANT SELECT (account_id, client_secret), UPDATE (client_secret) ON single_sign_on TO spora_pipeline;
GRANT SELECT (expires_at), DELETE ON sign_on_attempt TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- The account that a proven domain belongs to, while its members can sign in by it.
CREATE FUNCTION find_sign_on(domain text) RETURNS TABLE (account_id bigint, subsite_id smallint)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.subsite_id FROM sign_on_domain d JOIN single_sign_on s ON s.account_id = d.account_id JOIN account a ON a.id = d.account_id
  WHERE d.name = domain AND d.proven_at IS NOT NULL AND s.is_on AND a.closed_at IS NULL
$$;

-- Answers an attempt that is not over, and ends it.
CREATE FUNCTION take_sign_on_attempt(flow bytea, moment timestamptz) RETURNS TABLE (account_id bigint, sealed text)
LANGUAGE sql ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH taken AS (DELETE FROM sign_on_attempt t WHERE t.flow_hash = flow RETURNING t.account_id, t.sealed, t.expires_at)
  SELECT taken.account_id, taken.sealed FROM taken WHERE taken.expires_at > moment
$$;

-- What another account showed for the domain; null when nobody has it.
CREATE FUNCTION sign_on_domain_holder(domain text, account bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.proof FROM sign_on_domain d WHERE d.name = domain AND d.proven_at IS NOT NULL AND d.account_id <> account
$$;

-- The domain is another account's no more: its record is gone, and somebody else has shown theirs.
CREATE FUNCTION release_sign_on_domain(domain text, account bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE sign_on_domain d SET proven_at = NULL WHERE d.name = domain AND d.account_id <> account
$$;

-- Whether the member's account lets passwords open nothing for them.
CREATE FUNCTION is_password_shut(member bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM member m JOIN single_sign_on s ON s.account_id = m.account_id
    WHERE m.id = is_password_shut.member AND NOT m.is_admin AND s.is_on AND s.is_only_way)
$$;

-- Who is removed is nobody's at the provider any more.
CREATE FUNCTION end_sign_on_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM sign_on_link l WHERE l.account_id = NEW.account_id AND l.member_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION end_sign_on_link FROM PUBLIC;
CREATE TRIGGER member_removed_sign_on AFTER UPDATE OF removed_at ON member FOR EACH ROW
  WHEN (NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL) EXECUTE FUNCTION end_sign_on_link();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['find_sign_on', 'take_sign_on_attempt', 'sign_on_domain_holder', 'release_sign_on_domain', 'is_password_shut'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
