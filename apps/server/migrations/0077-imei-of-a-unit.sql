-- What webhooks call a unit by, also where a member's own call makes something happen (bookings): the interface reads no trackers, so
-- it is told that of its account's units alone.
CREATE FUNCTION unit_imei(unit bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.imei FROM fitting f JOIN tracker t ON t.id = f.tracker_id
  WHERE f.unit_id = unit AND upper_inf(f.during) AND (session_user = 'spora_pipeline' OR f.account_id = (SELECT current_account_id()))
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION unit_imei FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unit_imei TO spora_api, spora_pipeline;
