-- A factor that an administrator reset leaves the password, which the administrator does not know: until another app or passkey is set up,
-- no mailed link sets a new one. Who reads the member's mail would otherwise get in by it (decision 0038).
ALTER TABLE member ADD COLUMN factor_reset_at timestamptz;
GRANT UPDATE (factor_reset_at) ON member TO spora_api;
GRANT SELECT (factor_reset_at) ON member TO spora_pipeline;

CREATE OR REPLACE FUNCTION find_password_reset(token bytea, moment timestamptz) RETURNS TABLE (reset_id bigint, member_id bigint, email text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, m.id, m.email FROM password_reset r JOIN member m ON m.id = r.member_id JOIN account a ON a.id = m.account_id
  WHERE r.token_hash = token AND r.ended_at IS NULL AND r.expires_at > moment AND m.disabled_at IS NULL AND a.closed_at IS NULL
    AND m.factor_reset_at IS NULL
$$;
