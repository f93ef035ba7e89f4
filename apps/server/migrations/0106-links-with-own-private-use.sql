-- Decision 0100: in the account of a private person a link may show its maker's own private trips.
ALTER TABLE share_link ADD COLUMN with_own_private boolean NOT NULL DEFAULT false;

-- Whether it does is asked at every question: never where the account is a company's, nor while what is the driver's alone is closed to the maker.
DROP FUNCTION watched_share_link(bytea, timestamptz);
CREATE FUNCTION watched_share_link(token bytea, moment timestamptz)
RETURNS TABLE (link_id bigint, member_id bigint, account_id bigint, is_admin boolean, time_zone text, shows_own_private boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, m.id, m.account_id, m.is_admin, a.time_zone, s.with_own_private AND a.kind = 'private' AND NOT is_private_closed(m.id)
  FROM share_link s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = s.account_id
  WHERE s.token_hash = token AND s.revoked_at IS NULL AND s.expires_at > moment
    AND m.real_time_map AND m.disabled_at IS NULL AND m.removed_at IS NULL AND a.closed_at IS NULL
$$;
REVOKE ALL ON FUNCTION watched_share_link FROM PUBLIC;
GRANT EXECUTE ON FUNCTION watched_share_link TO spora_api;
