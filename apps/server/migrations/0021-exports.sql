-- Whether a fingerprint is that of a file of ours: asked by anybody, who learns nothing of whose it is.
CREATE FUNCTION find_exported_file(fingerprint bytea)
RETURNS TABLE (kind text, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT f.kind, f.at FROM exported_file f WHERE f.sha256 = fingerprint ORDER BY f.at LIMIT 1
$$;
REVOKE ALL ON FUNCTION find_exported_file FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_exported_file TO spora_api;

-- Whose calendar of trips an address is; nobody's once it was revoked or the member left.
CREATE FUNCTION member_of_trip_calendar(token bytea)
RETURNS TABLE (member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text, language text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.is_admin, m.real_time_map, a.time_zone, m.language
  FROM trip_calendar c JOIN member m ON m.id = c.member_id JOIN account a ON a.id = m.account_id
  WHERE c.token_hash = token AND m.disabled_at IS NULL AND m.removed_at IS NULL AND a.closed_at IS NULL
$$;
REVOKE ALL ON FUNCTION member_of_trip_calendar FROM PUBLIC;
GRANT EXECUTE ON FUNCTION member_of_trip_calendar TO spora_api;
