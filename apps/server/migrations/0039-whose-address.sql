-- Whose address it is (decision 0039): an e-mail address that is to be a member's is pending until it is proven and they agree to it.

CREATE TABLE email_change (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT email_change_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  -- What the member signs in with until then; after support has put a new one in force, the one that may still say no.
  old_email text NOT NULL,
  new_email text NOT NULL,
  ordered_by text NOT NULL CONSTRAINT email_change_ordered_by CHECK (ordered_by IN ('member', 'administrator', 'support')),
  actor_member_id bigint,
  actor_name text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  -- The session that agreed, which goes on when the others end.
  session_id bigint,
  -- Of the link to the new address, and of the one to the old.
  proof_hash bytea NOT NULL CONSTRAINT email_change_proof UNIQUE,
  consent_hash bytea NOT NULL CONSTRAINT email_change_consent UNIQUE,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  proven_at timestamptz,
  agreed_at timestamptz,
  in_force_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT email_change_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
-- One at a time: of two that are asked for at once the second waits, and replaces the first.
CREATE UNIQUE INDEX email_change_open ON email_change (member_id) WHERE ended_at IS NULL;
CALL protect_tenant_table('email_change');
GRANT SELECT, INSERT, DELETE, UPDATE (session_id, proof_hash, consent_hash, sent_at, expires_at, proven_at, agreed_at, in_force_at, ended_at)
  ON email_change TO spora_api;
GRANT SELECT (id, member_id, expires_at, ended_at, in_force_at), DELETE ON email_change TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Since when an address is in force that the member has not agreed to: what is the driver's or the locker's alone is closed to who signs in by it.
ALTER TABLE member ADD COLUMN private_closed_at timestamptz;
GRANT UPDATE (private_closed_at) ON member TO spora_api;

CREATE FUNCTION is_private_closed(member bigint) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce((SELECT m.private_closed_at IS NOT NULL FROM member m WHERE m.id = is_private_closed.member), false)
$$;

-- The change that a link is about, and which of the two it is. Nobody is signed in on the page that it opens.
CREATE FUNCTION find_email_change(token bytea, moment timestamptz) RETURNS TABLE (change_id bigint, account_id bigint, side text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, c.account_id, CASE WHEN c.proof_hash = token THEN 'new' ELSE 'old' END
  FROM email_change c JOIN member m ON m.id = c.member_id JOIN account a ON a.id = c.account_id
  WHERE (c.proof_hash = token OR c.consent_hash = token) AND c.ended_at IS NULL AND c.expires_at > moment
    AND m.removed_at IS NULL AND m.disabled_at IS NULL AND a.closed_at IS NULL
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['is_private_closed', 'find_email_change'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION is_private_closed TO spora_pipeline;
