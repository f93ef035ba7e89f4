-- Support staff: accounts, sessions and visits of their own, and the operator's back office.

-- Who of the staff is in force in this transaction, as current_account_id() is for accounts; set by the session gate.
CREATE FUNCTION current_support_id() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('spora.support_id', true), '')::bigint $$;

CREATE TABLE support_staff (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_staff_pk PRIMARY KEY,
  email text NOT NULL,
  full_name text NOT NULL CONSTRAINT support_staff_name CHECK (full_name <> ''),
  password_hash text NOT NULL,
  language text NOT NULL DEFAULT 'sv' CONSTRAINT support_staff_language CHECK (language IN ('en', 'sv', 'no')),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX support_staff_email_unique ON support_staff (lower(email));

CREATE TABLE support_session (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_session_pk PRIMARY KEY,
  staff_id bigint NOT NULL CONSTRAINT support_session_staff REFERENCES support_staff ON DELETE CASCADE,
  token_hash bytea NOT NULL CONSTRAINT support_session_token_unique UNIQUE,
  is_pending boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX support_session_by_staff ON support_session (staff_id);

CREATE TABLE support_code (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_code_pk PRIMARY KEY,
  session_id bigint NOT NULL CONSTRAINT support_code_session REFERENCES support_session ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  wrong_attempts integer NOT NULL DEFAULT 0,
  ended_at timestamptz
);
CREATE INDEX support_code_by_session ON support_code (session_id, id DESC);

-- A customer's account opened by one of the staff, for a reason: its token shows the account as its administrator sees it, read only.
CREATE TABLE support_visit (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_visit_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT support_visit_account REFERENCES account ON DELETE CASCADE,
  session_id bigint NOT NULL CONSTRAINT support_visit_session REFERENCES support_session ON DELETE CASCADE,
  token_hash bytea NOT NULL CONSTRAINT support_visit_token_unique UNIQUE,
  reason text NOT NULL CONSTRAINT support_visit_reason CHECK (reason <> ''),
  opened_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX support_visit_by_session ON support_visit (session_id, account_id);
CALL protect_tenant_table('support_visit');

-- What was looked at in a visit, once each: the customer's log says it once, however often a page asks.
CREATE TABLE support_view (
  visit_id bigint NOT NULL CONSTRAINT support_view_visit REFERENCES support_visit ON DELETE CASCADE,
  area text NOT NULL,
  imei text NOT NULL DEFAULT '',
  CONSTRAINT support_view_pk PRIMARY KEY (visit_id, area, imei)
);

-- What the staff did that is no customer's: stock, terms, announcements, settings, sign-ins. Append only.
CREATE TABLE support_act (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_act_pk PRIMARY KEY,
  at timestamptz NOT NULL,
  staff_id bigint NOT NULL CONSTRAINT support_act_staff REFERENCES support_staff,
  action text NOT NULL,
  subject text NOT NULL DEFAULT ''
);

-- Text messages bought and used, append only; the balance is the sum. Bound to whoever of the staff entered it.
CREATE TABLE sms_credit (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT sms_credit_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT sms_credit_account REFERENCES account ON DELETE CASCADE,
  at timestamptz NOT NULL,
  amount integer NOT NULL CONSTRAINT sms_credit_amount CHECK (amount <> 0),
  reason text NOT NULL,
  -- Null: used by the system.
  actor_name text
);
CREATE INDEX sms_credit_by_account ON sms_credit (account_id, id DESC);
CALL protect_tenant_table('sms_credit');
CREATE POLICY support_enters ON sms_credit AS RESTRICTIVE FOR INSERT TO spora_api WITH CHECK ((SELECT current_support_id()) IS NOT NULL);
GRANT SELECT, INSERT ON sms_credit TO spora_api, spora_pipeline;

-- Staff are no members: where a member stands, their name stands beside.
ALTER TABLE audit_entry ADD COLUMN actor_name text NOT NULL DEFAULT '';
ALTER TABLE unit_change ADD COLUMN actor_name text NOT NULL DEFAULT '';
ALTER TABLE unit_lock_entry ADD COLUMN actor_name text NOT NULL DEFAULT '', ALTER COLUMN member_id DROP NOT NULL;

ALTER TABLE support_case
  ADD COLUMN answered_at timestamptz,
  ADD COLUMN answer text NOT NULL DEFAULT '',
  ADD COLUMN answered_by text NOT NULL DEFAULT '';
CREATE INDEX support_case_open ON support_case (id DESC) WHERE answered_at IS NULL;
CREATE POLICY support_answers ON support_case AS RESTRICTIVE FOR UPDATE TO spora_api USING ((SELECT current_support_id()) IS NOT NULL);
GRANT UPDATE (answered_at, answer, answered_by) ON support_case TO spora_api;

-- Tables of the whole installation: everybody's to read as before, only the staff's to write.
CREATE PROCEDURE protect_back_office_table(name text) LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY readers ON %I FOR SELECT TO spora_api, spora_pipeline USING (true)', name);
  EXECUTE format('CREATE POLICY support ON %I TO spora_api USING ((SELECT current_support_id()) IS NOT NULL) WITH CHECK ((SELECT current_support_id()) IS NOT NULL)', name);
END $$;
REVOKE ALL ON PROCEDURE protect_back_office_table FROM PUBLIC;
CALL protect_back_office_table('stock_unit');
CALL protect_back_office_table('payment_type');
CALL protect_back_office_table('terms');
CALL protect_back_office_table('announcement');
CALL protect_back_office_table('installation_setting');
GRANT INSERT ON stock_unit, payment_type, terms, announcement TO spora_api;
GRANT UPDATE (position, label_en, label_sv, label_no, is_active) ON payment_type TO spora_api;
GRANT UPDATE (ends_at) ON announcement TO spora_api;
GRANT SELECT, INSERT, UPDATE ON installation_setting TO spora_api;
ALTER TABLE payment_type DROP CONSTRAINT payment_type_position_unique;
ALTER TABLE payment_type ADD CONSTRAINT payment_type_position_unique UNIQUE (position) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX stock_unit_by_time ON stock_unit (added_at DESC, imei);

GRANT SELECT (id, expires_at), DELETE ON support_session TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- Signing in. Nobody is in force yet; the staff's rows are seen through these alone.
CREATE FUNCTION find_support_for_sign_in(username text)
RETURNS TABLE (staff_id bigint, password_hash text, disabled boolean, email text, language text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, s.password_hash, s.disabled_at IS NOT NULL, s.email, s.language FROM support_staff s WHERE lower(s.email) = lower(username)
$$;

-- `judged_hash` as for open_session: what the password was judged against; null behind a code.
CREATE FUNCTION open_support_session(staff bigint, token bytea, at timestamptz, until timestamptz, pending boolean, judged_hash text DEFAULT NULL)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO support_session (staff_id, token_hash, is_pending, created_at, last_used_at, expires_at)
  SELECT s.id, token, pending, at, at, until FROM support_staff s
  WHERE s.id = staff AND s.disabled_at IS NULL AND (judged_hash IS NULL OR s.password_hash = judged_hash)
  FOR SHARE
  RETURNING id
$$;

CREATE FUNCTION use_support_session(token bytea, at timestamptz, idle interval)
RETURNS TABLE (session_id bigint, staff_id bigint, full_name text, email text, language text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE support_session s SET last_used_at = at
    WHERE s.token_hash = token AND NOT s.is_pending
      AND s.last_used_at < at - interval '1 minute' AND s.last_used_at > at - idle AND s.expires_at > at;
  RETURN QUERY SELECT s.id, f.id, f.full_name, f.email, f.language FROM support_session s JOIN support_staff f ON f.id = s.staff_id
    WHERE s.token_hash = token AND NOT s.is_pending AND s.expires_at > at AND s.last_used_at > at - idle AND f.disabled_at IS NULL;
END $$;

CREATE FUNCTION use_pending_support_session(token bytea, at timestamptz)
RETURNS TABLE (session_id bigint, staff_id bigint, email text, language text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, f.id, f.email, f.language FROM support_session s JOIN support_staff f ON f.id = s.staff_id
  WHERE s.token_hash = token AND s.is_pending AND s.expires_at > at AND f.disabled_at IS NULL
$$;

CREATE FUNCTION end_support_session(session bigint) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM support_session s WHERE s.id = session RETURNING 1) SELECT EXISTS (SELECT FROM gone)
$$;

CREATE FUNCTION support_codes(session bigint)
RETURNS TABLE (id bigint, code_hash bytea, created_at timestamptz, expires_at timestamptz, wrong_attempts integer, ended_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, c.code_hash, c.created_at, c.expires_at, c.wrong_attempts, c.ended_at FROM support_code c WHERE c.session_id = session ORDER BY c.id DESC
$$;

-- Issues a code; those before it end.
CREATE FUNCTION add_support_code(session bigint, hash bytea, at timestamptz, until timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE support_code SET ended_at = at WHERE session_id = session AND ended_at IS NULL;
  INSERT INTO support_code (session_id, code_hash, created_at, expires_at) VALUES (session, hash, at, until) RETURNING id
$$;

CREATE FUNCTION note_wrong_support_code(code bigint, ended timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE support_code SET wrong_attempts = wrong_attempts + 1, ended_at = coalesce(ended, ended_at) WHERE id = code
$$;

CREATE FUNCTION note_support_act(staff bigint, moment timestamptz, what text, about text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO support_act (staff_id, at, action, subject) VALUES (staff, moment, what, left(about, 500))
$$;

-- From here on each answers nothing unless one of the staff is in force.
CREATE FUNCTION support_acts(before bigint, most integer)
RETURNS TABLE (id bigint, at timestamptz, full_name text, action text, subject text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.at, s.full_name, a.action, a.subject FROM support_act a JOIN support_staff s ON s.id = a.staff_id
  WHERE current_support_id() IS NOT NULL AND (before IS NULL OR a.id < before) ORDER BY a.id DESC LIMIT most
$$;

-- The customer reads who it was by name.
CREATE FUNCTION write_support_audit(account bigint, moment timestamptz, staff_name text, what text, about text, more jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO audit_entry (account_id, at, actor_kind, actor_name, action, subject, details)
  VALUES (account, moment, 'support', staff_name, what, about, more)
$$;

-- Accounts by a part of their name or of a member's name or address, or by the whole IMEI of a tracker that is or was theirs.
CREATE FUNCTION support_find_accounts(term text, most integer)
RETURNS TABLE (id bigint, name text, city text, subsite_id smallint, closed boolean, units bigint, users bigint, matched text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH pattern AS (SELECT '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%' AS p),
  found AS (
    SELECT a.id AS account_id, '' AS matched FROM account a, pattern WHERE a.name ILIKE p OR (term ~ '^\d{1,12}$' AND a.id::text = term)
    UNION ALL SELECT m.account_id, m.email FROM member m, pattern WHERE m.email ILIKE p OR m.full_name ILIKE p
    UNION ALL SELECT f.account_id, t.imei FROM tracker t JOIN fitting f ON f.tracker_id = t.id WHERE t.imei = regexp_replace(term, '[\s-]', '', 'g')
  )
  SELECT a.id, a.name, a.city, a.subsite_id, a.closed_at IS NOT NULL,
    (SELECT count(*) FROM unit u WHERE u.account_id = a.id AND u.retired_at IS NULL),
    (SELECT count(*) FROM member m WHERE m.account_id = a.id AND m.removed_at IS NULL), f.matched
  FROM (SELECT account_id, min(matched) AS matched FROM found GROUP BY account_id) f JOIN account a ON a.id = f.account_id
  WHERE current_support_id() IS NOT NULL
  ORDER BY lower(a.name), a.id LIMIT most
$$;

-- Opens an account to one of the staff in force; null when there is none of that number. The visit before it in the same session ends.
CREATE FUNCTION open_support_visit(session bigint, account bigint, token bytea, why text, moment timestamptz, until timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE visit bigint;
BEGIN
  INSERT INTO support_visit (account_id, session_id, token_hash, reason, opened_at, expires_at)
  SELECT a.id, s.id, token, why, moment, until FROM account a, support_session s
  WHERE a.id = account AND s.id = session AND NOT s.is_pending AND s.staff_id = current_support_id()
  RETURNING id INTO visit;
  IF visit IS NOT NULL THEN
    UPDATE support_visit v SET ended_at = moment WHERE v.session_id = session AND v.id <> visit AND v.ended_at IS NULL;
  END IF;
  RETURN visit;
END $$;

-- Whom a visit's token lets in: while the visit lasts, the session it was opened in and whoever opened it. A use keeps that session awake.
CREATE FUNCTION use_support_visit(token bytea, at timestamptz, idle interval)
RETURNS TABLE (visit_id bigint, full_name text, until timestamptz, account_id bigint, real_time_map boolean, time_zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE support_session s SET last_used_at = at FROM support_visit v
    WHERE v.token_hash = token AND s.id = v.session_id AND v.ended_at IS NULL AND v.expires_at > at
      AND s.last_used_at < at - interval '1 minute' AND s.last_used_at > at - idle AND s.expires_at > at;
  RETURN QUERY SELECT v.id, f.full_name, v.expires_at, a.id, a.real_time_map, a.time_zone
    FROM support_visit v JOIN support_session s ON s.id = v.session_id JOIN support_staff f ON f.id = s.staff_id JOIN account a ON a.id = v.account_id
    WHERE v.token_hash = token AND v.ended_at IS NULL AND v.expires_at > at
      AND NOT s.is_pending AND s.expires_at > at AND s.last_used_at > at - idle AND f.disabled_at IS NULL;
END $$;

-- The visit that a session has open in an account; null for none.
CREATE FUNCTION live_support_visit(session bigint, account bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT v.id FROM support_visit v JOIN support_session s ON s.id = v.session_id
  WHERE v.session_id = session AND v.account_id = account AND v.ended_at IS NULL AND v.expires_at > moment
    AND s.staff_id = current_support_id()
$$;

CREATE FUNCTION end_support_visit(visit bigint, moment timestamptz) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH ended AS (UPDATE support_visit v SET ended_at = moment WHERE v.id = visit AND v.ended_at IS NULL RETURNING 1)
  SELECT EXISTS (SELECT FROM ended)
$$;

-- Writes into the customer's log what one of the staff looks at, the first time in a visit; a unit by the name the account gave it.
CREATE FUNCTION note_support_view(visit bigint, moment timestamptz, what text, of_imei text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO support_view (visit_id, area, imei) VALUES (visit, what, of_imei) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO audit_entry (account_id, at, actor_kind, actor_name, action, subject, details)
  SELECT v.account_id, moment, 'support', f.full_name, 'support-viewed',
    coalesce((SELECT u.name FROM tracker t JOIN fitting x ON x.tracker_id = t.id JOIN unit u ON u.id = x.unit_id
      WHERE t.imei = of_imei AND x.account_id = v.account_id ORDER BY lower(x.during) DESC LIMIT 1), ''),
    jsonb_build_object('area', what)
  FROM support_visit v JOIN support_session s ON s.id = v.session_id JOIN support_staff f ON f.id = s.staff_id WHERE v.id = visit;
END $$;

-- Flags and parent of the account in force, changed by one of the staff in force. Absent leaves a field.
CREATE FUNCTION support_change_account(change jsonb) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE account a SET
    car_schedule = coalesce((change ->> 'car_schedule')::boolean, a.car_schedule),
    safe_return_home = coalesce((change ->> 'safe_return_home')::boolean, a.safe_return_home),
    real_time_map = coalesce((change ->> 'real_time_map')::boolean, a.real_time_map),
    parent_id = CASE WHEN change ? 'parent_id' THEN nullif(change ->> 'parent_id', '') ELSE a.parent_id END
  WHERE a.id = current_account_id() AND current_support_id() IS NOT NULL
$$;

CREATE FUNCTION support_list_cases(is_open boolean, before bigint, most integer)
RETURNS TABLE (id bigint, account_id bigint, account_name text, subsite_id smallint, sender text, sender_email text, at timestamptz,
  message text, context jsonb, answered_at timestamptz, answer text, answered_by text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, c.account_id, a.name, a.subsite_id, coalesce(m.full_name, ''), coalesce(m.email, ''), c.at, c.message, c.context, c.answered_at, c.answer, c.answered_by
  FROM support_case c JOIN account a ON a.id = c.account_id LEFT JOIN member m ON m.id = c.member_id
  WHERE current_support_id() IS NOT NULL AND (c.answered_at IS NULL) = is_open AND (before IS NULL OR c.id < before)
  ORDER BY c.id DESC LIMIT most
$$;

CREATE FUNCTION support_case_account(of_case bigint) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.account_id FROM support_case c WHERE c.id = of_case AND current_support_id() IS NOT NULL
$$;

-- Of numbers that are to be put into the stock: which are there or fitted somewhere already.
CREATE FUNCTION support_check_stock(imeis text[]) RETURNS TABLE (imei text, fault text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted, CASE
    WHEN EXISTS (SELECT FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE t.imei = wanted AND upper_inf(f.during)) THEN 'fitted'
    WHEN EXISTS (SELECT FROM stock_unit s WHERE s.imei = wanted) THEN 'in-stock'
  END FROM unnest(imeis) AS wanted WHERE current_support_id() IS NOT NULL
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['find_support_for_sign_in', 'open_support_session', 'use_support_session', 'use_pending_support_session',
    'end_support_session', 'support_codes', 'add_support_code', 'note_wrong_support_code', 'note_support_act', 'support_acts', 'write_support_audit',
    'support_find_accounts', 'open_support_visit', 'use_support_visit', 'live_support_visit', 'end_support_visit', 'note_support_view',
    'support_change_account', 'support_list_cases', 'support_case_account', 'support_check_stock'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
