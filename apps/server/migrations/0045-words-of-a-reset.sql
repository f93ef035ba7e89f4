-- ASVS 6.2.11: a password that is set by a link is held against the member's and the account's name too, as when it is changed.
CREATE FUNCTION words_of_reset(token bytea, moment timestamptz) RETURNS TABLE (full_name text, account_name text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.full_name, a.name FROM find_password_reset(token, moment) f JOIN member m ON m.id = f.member_id JOIN account a ON a.id = m.account_id
$$;
REVOKE ALL ON FUNCTION words_of_reset FROM PUBLIC;
GRANT EXECUTE ON FUNCTION words_of_reset TO spora_api;
