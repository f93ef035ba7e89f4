-- The staff's own log is searched by who did it, which account it was about or what it says, and by time.
DROP FUNCTION support_acts(bigint, integer, boolean);
CREATE FUNCTION support_acts(before bigint, most integer, own_visits boolean DEFAULT false, find text DEFAULT '',
  from_time timestamptz DEFAULT NULL, to_time timestamptz DEFAULT NULL)
RETURNS TABLE (id bigint, at timestamptz, full_name text, action text, subject text, account_id bigint, account_name text,
  visit_ended_at timestamptz, visit_expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.at, s.full_name, a.action, a.subject, a.account_id, c.name, v.ended_at, v.expires_at
  FROM support_act a JOIN support_staff s ON s.id = a.staff_id LEFT JOIN account c ON c.id = a.account_id
  -- It is written down just after the visit began.
  LEFT JOIN LATERAL (SELECT w.ended_at, w.expires_at FROM support_visit w JOIN support_session x ON x.id = w.session_id
    WHERE a.action = 'account-opened' AND w.account_id = a.account_id AND x.staff_id = a.staff_id
      AND w.opened_at <= a.at AND w.opened_at > a.at - interval '1 minute' ORDER BY w.opened_at DESC, w.id DESC LIMIT 1) v ON true
  WHERE current_support_id() IS NOT NULL AND (before IS NULL OR a.id < before)
    AND (NOT own_visits OR (a.action = 'account-opened' AND a.staff_id = current_support_id()))
    AND (from_time IS NULL OR a.at >= from_time) AND (to_time IS NULL OR a.at < to_time)
    AND (find = '' OR a.account_id::text = find OR strpos(lower(s.full_name), lower(find)) > 0
      OR strpos(lower(coalesce(c.name, '')), lower(find)) > 0 OR strpos(lower(a.subject), lower(find)) > 0)
  ORDER BY a.id DESC LIMIT most
$$;
REVOKE ALL ON FUNCTION support_acts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION support_acts TO spora_api;
