-- Sign-in, second factor, sessions, reset: the ways past row-level security before anyone is signed in.

-- An account that support has closed: its members are told so after a right password, and nothing opens for them.
ALTER TABLE account ADD COLUMN closed_at timestamptz;

-- A name and an address (hashed together) that have opened a session or set a password by a link: what strangers do with the name
-- from elsewhere does not count against them.
CREATE TABLE sign_in_known (
  key_hash bytea NOT NULL CONSTRAINT sign_in_known_pk PRIMARY KEY,
  at timestamptz NOT NULL
);
GRANT SELECT (at), DELETE ON sign_in_known TO spora_pipeline;
CREATE INDEX sign_in_code_by_session ON sign_in_code (session_id, id DESC);

GRANT INSERT, UPDATE (wrong_attempts, ended_at) ON sign_in_code TO spora_api;
GRANT INSERT, UPDATE (last_used_at) ON trusted_browser TO spora_api;
GRANT SELECT (id, member_id, ended_at, created_at, expires_at), INSERT, UPDATE (ended_at) ON password_reset TO spora_pipeline;
GRANT SELECT (id, member_id, ended_at), UPDATE (ended_at) ON password_reset TO spora_api;

-- What opens a sign-in is hidden from the roles that face trackers and mail servers.
REVOKE SELECT ON member, trusted_browser FROM spora_pipeline;
GRANT SELECT (id, account_id, email, full_name, phone, language, is_admin, real_time_map, two_factor, disabled_at, alerts_stopped_at, push_stopped_at)
  ON member TO spora_pipeline;
GRANT SELECT (id, expires_at) ON trusted_browser TO spora_pipeline;

DROP FUNCTION find_member_for_sign_in(text);
CREATE FUNCTION find_member_for_sign_in(username text)
RETURNS TABLE (member_id bigint, account_id bigint, password_hash text, subsite_id smallint, disabled boolean, closed boolean, two_factor boolean)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.account_id, m.password_hash, a.subsite_id, m.disabled_at IS NOT NULL, a.closed_at IS NOT NULL, m.two_factor
  FROM member m JOIN account a ON a.id = m.account_id WHERE lower(m.email) = lower(username)
$$;

-- Judging a password takes a while. `judged_hash` is what it was judged against: once another password is set the old one opens
-- nothing. The member's row is held, so that who changes it at this moment waits, and then finds the session among those to be ended.
DROP FUNCTION open_session(bigint, bytea, boolean, text, timestamptz, timestamptz);
CREATE FUNCTION open_session(member bigint, token bytea, remember_me boolean, agent text, at timestamptz, until timestamptz,
  pending boolean DEFAULT false, browser bigint DEFAULT NULL, judged_hash text DEFAULT NULL)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO session (account_id, member_id, token_hash, remember, user_agent, created_at, last_used_at, expires_at, is_pending, trusted_browser_id)
  SELECT m.account_id, m.id, token, remember_me, left(agent, 200), at, at, until, pending, browser FROM member m
  WHERE m.id = member AND (judged_hash IS NULL OR m.password_hash = judged_hash)
  FOR SHARE
  RETURNING id
$$;

-- Never answers a session that waits for its second factor. The map is the member's if the account has it too (DEC-17).
CREATE OR REPLACE FUNCTION use_session(token bytea, at timestamptz, idle interval)
RETURNS TABLE (session_id bigint, member_id bigint, account_id bigint, is_admin boolean, real_time_map boolean, time_zone text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE session s SET last_used_at = at
    WHERE s.token_hash = token AND NOT s.is_pending
      AND s.last_used_at < at - interval '1 minute' AND s.last_used_at > at - idle AND s.expires_at > at;
  RETURN QUERY SELECT s.id, m.id, m.account_id, m.is_admin, m.real_time_map AND a.real_time_map, a.time_zone
    FROM session s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = m.account_id
    WHERE s.token_hash = token AND NOT s.is_pending AND s.expires_at > at AND s.last_used_at > at - idle
      AND m.disabled_at IS NULL AND a.closed_at IS NULL;
END $$;

-- The sessions that use_session does not answer: the password was right, the code is still to come.
CREATE FUNCTION use_pending_session(token bytea, at timestamptz)
RETURNS TABLE (session_id bigint, member_id bigint, account_id bigint, remember boolean)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id, m.id, m.account_id, s.remember
  FROM session s JOIN member m ON m.id = s.member_id JOIN account a ON a.id = m.account_id
  WHERE s.token_hash = token AND s.is_pending AND s.expires_at > at AND m.disabled_at IS NULL AND a.closed_at IS NULL
$$;

-- Whose the browser is that this token was given to, while it is trusted.
CREATE FUNCTION find_trusted_browser(token bytea, at timestamptz) RETURNS TABLE (browser_id bigint, member_id bigint)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.id, b.member_id FROM trusted_browser b WHERE b.token_hash = token AND b.expires_at > at
$$;

-- Until when the counter is full: one window after the failure that filled it; null while it is open.
CREATE FUNCTION attempts_blocked_until(key bytea, moment timestamptz, attempts integer, span interval) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT max(f.at) + span FROM sign_in_failure f WHERE f.key_hash = key AND f.at > moment - span
    AND attempts <= (SELECT count(*) FROM sign_in_failure e WHERE e.key_hash = key AND e.at > f.at - span AND e.at <= f.at)
$$;

-- Counts an attempt under each key before it is judged, so that attempts side by side cannot all be "the first". The first key is the
-- caller's own, the others are wider: those do not stop a caller whose own key is known. Answers the failures under the first key,
-- with this one, and the rows to take back should the attempt succeed; or until when the caller is blocked. Attempts made while
-- blocked do not prolong it.
CREATE FUNCTION begin_attempt(keys bytea[], maxima integer[], moment timestamptz, span interval)
RETURNS TABLE (failures integer, rows_added bigint[], blocked_until timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  is_known boolean := EXISTS (SELECT FROM sign_in_known k WHERE k.key_hash = keys[1]);
  added bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(k, 21)) FROM (SELECT encode(unnest(keys), 'hex') AS k ORDER BY 1) sorted;
  SELECT max(attempts_blocked_until(keys[i], moment, maxima[i], span)) INTO blocked_until
    FROM generate_subscripts(keys, 1) i WHERE i = 1 OR NOT is_known;
  IF blocked_until IS NOT NULL THEN RETURN NEXT; RETURN; END IF;
  rows_added := '{}';
  FOR i IN 1 .. cardinality(keys) LOOP
    IF i = 1 OR NOT is_known THEN
      INSERT INTO sign_in_failure (key_hash, at) VALUES (keys[i], moment) RETURNING id INTO added;
      rows_added := rows_added || added;
    END IF;
  END LOOP;
  SELECT count(*)::integer INTO failures FROM sign_in_failure e
    WHERE e.key_hash = keys[1] AND e.at > moment - span AND e.at <= moment;
  RETURN NEXT;
END $$;
DROP FUNCTION begin_sign_in(bytea, timestamptz, integer, interval);
DROP FUNCTION clear_sign_in_failures(bytea);

-- A refused sign-in stands in the audit log of the member's account. A name that nobody has leaves a row as well, of no meaning and
-- forgotten within a day, so that the time of the answer does not tell the two apart.
CREATE FUNCTION note_refused_sign_in(member bigint, moment timestamptz, reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF member IS NULL THEN
    INSERT INTO sign_in_failure (key_hash, at) VALUES ('\x00', moment);
  ELSE
    INSERT INTO audit_entry (account_id, at, actor_kind, action, subject, details)
    SELECT m.account_id, moment, 'stranger', 'sign-in-refused', m.full_name, jsonb_build_object('member', m.id, 'reason', reason)
    FROM member m WHERE m.id = member;
  END IF;
END $$;

-- Success: the caller's own count begins anew, the wider ones lose this attempt only.
CREATE FUNCTION take_back_attempt(key bytea, rows_added bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM sign_in_failure WHERE key_hash = key OR id = ANY (rows_added)
$$;

CREATE FUNCTION remember_known_key(key bytea, moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO sign_in_known (key_hash, at) VALUES (key, moment) ON CONFLICT ON CONSTRAINT sign_in_known_pk DO UPDATE SET at = EXCLUDED.at
$$;

-- The member whose mailbox a live link was sent to.
CREATE FUNCTION find_password_reset(token bytea, moment timestamptz) RETURNS TABLE (reset_id bigint, member_id bigint, email text)
LANGUAGE sql STABLE ROWS 1 SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.id, m.id, m.email FROM password_reset r JOIN member m ON m.id = r.member_id JOIN account a ON a.id = m.account_id
  WHERE r.token_hash = token AND r.ended_at IS NULL AND r.expires_at > moment AND m.disabled_at IS NULL AND a.closed_at IS NULL
$$;

-- Uses a link up and sets the password; of two racing calls one finds the link gone. Everything that the old password opened ends.
CREATE FUNCTION reset_password(token bytea, new_hash text, moment timestamptz)
RETURNS TABLE (member_id bigint, account_id bigint, email text, full_name text, language text, subsite_id smallint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE of_member bigint;
BEGIN
  UPDATE password_reset r SET ended_at = moment FROM find_password_reset(token, moment) f
    WHERE r.id = f.reset_id AND r.ended_at IS NULL RETURNING r.member_id INTO of_member;
  IF of_member IS NULL THEN RETURN; END IF;
  UPDATE password_reset r SET ended_at = moment WHERE r.member_id = of_member AND r.ended_at IS NULL;
  UPDATE member m SET password_hash = new_hash, password_changed_at = moment WHERE m.id = of_member;
  DELETE FROM session s WHERE s.member_id = of_member;
  DELETE FROM trusted_browser b WHERE b.member_id = of_member;
  RETURN QUERY SELECT m.id, m.account_id, m.email, m.full_name, m.language, a.subsite_id
    FROM member m JOIN account a ON a.id = m.account_id WHERE m.id = of_member;
END $$;

-- What opened for a member does not open again when the access is switched on later.
CREATE FUNCTION end_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM session s WHERE s.member_id = NEW.id;
  DELETE FROM trusted_browser b WHERE b.member_id = NEW.id;
  UPDATE password_reset r SET ended_at = NEW.disabled_at WHERE r.member_id = NEW.id AND r.ended_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION end_access FROM PUBLIC;
CREATE TRIGGER member_disabled AFTER UPDATE OF disabled_at ON member FOR EACH ROW
  WHEN (NEW.disabled_at IS NOT NULL AND OLD.disabled_at IS NULL) EXECUTE FUNCTION end_access();

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['find_member_for_sign_in', 'open_session', 'use_session', 'use_pending_session', 'find_trusted_browser',
    'attempts_blocked_until', 'begin_attempt', 'note_refused_sign_in', 'take_back_attempt', 'remember_known_key', 'find_password_reset', 'reset_password'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
