-- ADM-028: support's search forgives a, å and ä, o, ö and ø, as the other searches do (0090).
CREATE OR REPLACE FUNCTION support_find_accounts(term text, most integer)
RETURNS TABLE (id bigint, name text, city text, subsite_id smallint, closed boolean, units bigint, users bigint, matched text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH pattern AS (SELECT '%' || regexp_replace(folded(term), '([\\%_])', '\\\1', 'g') || '%' AS p),
  found AS (
    SELECT a.id AS account_id, '' AS matched FROM account a, pattern WHERE folded(a.name) LIKE p OR (term ~ '^\d{1,12}$' AND a.id::text = term)
    UNION ALL SELECT m.account_id, m.email FROM member m, pattern WHERE folded(m.email) LIKE p OR folded(m.full_name) LIKE p
    UNION ALL SELECT f.account_id, t.imei FROM tracker t JOIN fitting f ON f.tracker_id = t.id WHERE t.imei = regexp_replace(term, '[\s-]', '', 'g')
  )
  SELECT a.id, a.name, a.city, a.subsite_id, a.closed_at IS NOT NULL,
    (SELECT count(*) FROM unit u WHERE u.account_id = a.id AND u.retired_at IS NULL),
    (SELECT count(*) FROM member m WHERE m.account_id = a.id AND m.removed_at IS NULL), f.matched
  FROM (SELECT account_id, min(matched) AS matched FROM found GROUP BY account_id) f JOIN account a ON a.id = f.account_id
  WHERE current_support_id() IS NOT NULL
  ORDER BY lower(a.name), a.id LIMIT most
$$;

-- DEC-77: which account an act of the staff was about. Null: of none, or of one that is gone.
ALTER TABLE support_act ADD COLUMN account_id bigint CONSTRAINT support_act_account REFERENCES account ON DELETE SET NULL;
CREATE INDEX support_act_by_account ON support_act (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX support_act_visits ON support_act (staff_id, id DESC) WHERE action = 'account-opened';
CALL protect_tenant_table('support_act');

DROP FUNCTION note_support_act(bigint, timestamptz, text, text);
CREATE FUNCTION note_support_act(staff bigint, moment timestamptz, what text, about text, of_account bigint DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO support_act (staff_id, at, action, subject, account_id) VALUES (staff, moment, what, left(about, 500), of_account)
$$;

-- `own_visits`: only the accounts that who is in force has opened.
DROP FUNCTION support_acts(bigint, integer);
CREATE FUNCTION support_acts(before bigint, most integer, own_visits boolean DEFAULT false)
RETURNS TABLE (id bigint, at timestamptz, full_name text, action text, subject text, account_id bigint, account_name text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id, a.at, s.full_name, a.action, a.subject, a.account_id, c.name
  FROM support_act a JOIN support_staff s ON s.id = a.staff_id LEFT JOIN account c ON c.id = a.account_id
  WHERE current_support_id() IS NOT NULL AND (before IS NULL OR a.id < before)
    AND (NOT own_visits OR (a.action = 'account-opened' AND a.staff_id = current_support_id()))
  ORDER BY a.id DESC LIMIT most
$$;

REVOKE ALL ON FUNCTION note_support_act, support_acts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_support_act, support_acts TO spora_api;
