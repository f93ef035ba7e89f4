-- What an administrator runs the company with: groups, members' rights, what changed on a unit, locks, support cases.

-- Departments, projects, tags and purposes of an account. Units name theirs by text; renaming one renames it there too.
CREATE TABLE account_group (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_group_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT account_group_account REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT account_group_kind CHECK (kind IN ('departments', 'projects', 'tags', 'purposes')),
  name text NOT NULL CONSTRAINT account_group_name CHECK (name <> '' AND length(name) <= 100),
  -- Of a purpose: offered for this type only; null for every type.
  trip_type text CONSTRAINT account_group_trip_type CHECK (trip_type IN ('business', 'private', 'other')),
  archived_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX account_group_name_unique ON account_group (account_id, kind, lower(name));
CALL protect_tenant_table('account_group');
INSERT INTO account_group (account_id, kind, name)
  SELECT DISTINCT account_id, 'departments', department FROM unit WHERE department <> ''
  UNION SELECT DISTINCT account_id, 'projects', project FROM unit WHERE project <> ''
  UNION SELECT DISTINCT account_id, 'tags', tag FROM unit, unnest(tags) AS tag WHERE tag <> '';

ALTER TABLE account
  ADD COLUMN invoice_email text NOT NULL DEFAULT '',
  ADD COLUMN members_may_create_groups boolean NOT NULL DEFAULT false,
  ADD COLUMN check_in_without_access boolean NOT NULL DEFAULT false;

ALTER TABLE member
  ADD COLUMN registration_id text NOT NULL DEFAULT '',
  ADD COLUMN street text NOT NULL DEFAULT '',
  ADD COLUMN postal_code text NOT NULL DEFAULT '',
  ADD COLUMN city text NOT NULL DEFAULT '',
  ADD COLUMN department text NOT NULL DEFAULT '',
  -- Set when somebody was invited; the password is theirs to set by the link.
  ADD COLUMN invited_at timestamptz,
  ADD COLUMN removed_at timestamptz,
  -- What the member may do beyond seeing their units: closed list in contract/users.ts.
  ADD COLUMN rights text[] NOT NULL DEFAULT '{}';

-- LOCK: while locked, only members with access see the unit; only the locker or support opens it.
ALTER TABLE unit
  ADD COLUMN locked_at timestamptz,
  ADD COLUMN locked_by_member_id bigint,
  ADD COLUMN is_benefit_car boolean NOT NULL DEFAULT false,
  ADD COLUMN note text NOT NULL DEFAULT '',
  -- The label that was chosen, in the language it was chosen in, as registration keeps it.
  ADD COLUMN payment_type text NOT NULL DEFAULT '',
  ADD CONSTRAINT unit_lock_whole CHECK ((locked_at IS NULL) = (locked_by_member_id IS NULL));

CREATE TABLE unit_lock_entry (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_lock_entry_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  action text NOT NULL CONSTRAINT unit_lock_entry_action CHECK (action IN ('lock', 'unlock')),
  member_id bigint NOT NULL,
  reason text NOT NULL DEFAULT '',
  CONSTRAINT unit_lock_entry_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_lock_entry_by_unit ON unit_lock_entry (unit_id, at DESC);
CALL protect_tenant_table('unit_lock_entry');

-- What people changed on a unit, append only: names, plates, trackers, fields.
CREATE TABLE unit_change (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT unit_change_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  member_id bigint,
  field text NOT NULL,
  old_value text NOT NULL DEFAULT '',
  new_value text NOT NULL DEFAULT '',
  CONSTRAINT unit_change_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CREATE INDEX unit_change_by_unit ON unit_change (unit_id, at DESC);
CALL protect_tenant_table('unit_change');

CREATE TABLE support_case (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT support_case_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT support_case_account REFERENCES account ON DELETE CASCADE,
  member_id bigint NOT NULL,
  at timestamptz NOT NULL,
  message text NOT NULL,
  context jsonb NOT NULL DEFAULT '{}'
);
CALL protect_tenant_table('support_case');

GRANT SELECT, INSERT, UPDATE, DELETE ON account_group TO spora_api;
GRANT SELECT, INSERT ON unit_lock_entry, unit_change, support_case TO spora_api;
GRANT INSERT ON member TO spora_api;
GRANT UPDATE (is_admin, disabled_at, removed_at, invited_at, rights, registration_id, street, postal_code, city, department) ON member TO spora_api;
GRANT UPDATE (name, registration_id, contact_person, street, postal_code, city, phone, dial_code, invoice_email, members_may_create_groups, check_in_without_access) ON account TO spora_api;
GRANT DELETE ON unit_access TO spora_api;
GRANT SELECT ON unit_change, unit_lock_entry, account_group TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api, spora_pipeline;

-- The link of an invitation: like a link for a forgotten password, of the account in force, made by an administrator.
CREATE FUNCTION open_invitation(member bigint, token bytea, moment timestamptz, until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE password_reset r SET ended_at = moment WHERE r.member_id = member AND r.ended_at IS NULL AND r.account_id = (SELECT current_account_id());
  INSERT INTO password_reset (account_id, member_id, token_hash, created_at, expires_at)
  SELECT m.account_id, m.id, token, moment, until FROM member m WHERE m.id = member AND m.account_id = (SELECT current_account_id())
$$;
REVOKE ALL ON FUNCTION open_invitation FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_invitation TO spora_api;

-- An e-mail address signs in to one account: an administrator who invites is told that it is taken, not by whom.
CREATE FUNCTION emails_taken(addresses text[]) RETURNS TABLE (email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT lower(m.email) FROM member m WHERE lower(m.email) = ANY (addresses)
$$;
REVOKE ALL ON FUNCTION emails_taken FROM PUBLIC;
GRANT EXECUTE ON FUNCTION emails_taken TO spora_api;

-- Takes a tracker of the stock for the account in force: the fault, or its id and from when its records can be the unit's. The stock's
-- row is locked, so that of two who want it one gets it.
CREATE FUNCTION claim_tracker(wanted text, moment timestamptz, long_ago timestamptz)
RETURNS TABLE (fault text, tracker_id bigint, usable_from timestamptz, subscription text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE brand smallint := (SELECT a.subsite_id FROM account a WHERE a.id = current_account_id()); stock stock_unit;
BEGIN
  SELECT * INTO stock FROM stock_unit s WHERE s.imei = wanted FOR UPDATE;
  fault := stock_fault(wanted, brand, moment);
  IF fault IS NOT NULL THEN RETURN NEXT; RETURN; END IF;
  subscription := stock.subscription_type;
  INSERT INTO tracker (imei) VALUES (wanted) ON CONFLICT ON CONSTRAINT tracker_imei_unique DO NOTHING RETURNING id INTO tracker_id;
  IF tracker_id IS NOT NULL THEN
    usable_from := long_ago;
    INSERT INTO tracker_family (tracker_id, valid_from, family) VALUES (claim_tracker.tracker_id, long_ago, stock.family);
  ELSE
    SELECT t.id INTO tracker_id FROM tracker t WHERE t.imei = wanted;
    -- Somebody had it before: nothing older than its last fitting is anybody else's.
    usable_from := coalesce((SELECT max(upper(f.during)) FROM fitting f WHERE f.tracker_id = claim_tracker.tracker_id), moment);
  END IF;
  UPDATE stock_unit s SET registered_at = moment WHERE s.imei = wanted;
  RETURN NEXT;
END $$;

-- A tracker that has left its unit may be registered again, by anybody of the account's brand.
CREATE FUNCTION release_tracker(tracker bigint, moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO stock_unit (imei, family, subsite_id, added_at)
  SELECT t.imei, coalesce((SELECT CASE f.family WHEN 'phone' THEN NULL ELSE f.family END FROM tracker_family f WHERE f.tracker_id = t.id ORDER BY f.valid_from DESC LIMIT 1), 'A'),
    (SELECT a.subsite_id FROM account a WHERE a.id = current_account_id()), moment
  FROM tracker t WHERE t.id = tracker AND t.protocol = 'teltonika'
    AND EXISTS (SELECT FROM fitting f WHERE f.tracker_id = t.id AND f.account_id = current_account_id())
    AND NOT EXISTS (SELECT FROM fitting f WHERE f.tracker_id = t.id AND coalesce(upper(f.during), 'infinity') > moment)
  ON CONFLICT ON CONSTRAINT stock_unit_pk DO UPDATE SET registered_at = NULL
$$;

-- What the connection page tells of a unit's tracker, through the account's own fitting.
CREATE FUNCTION unit_connection(unit bigint)
RETURNS TABLE (imei text, protocol text, family text, fitted_from timestamptz, last_contact_at timestamptz,
  set_aside bigint, newest_set_aside_at timestamptz, newest_set_aside_reason text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.imei, t.protocol, coalesce((SELECT f.family FROM tracker_family f WHERE f.tracker_id = t.id ORDER BY f.valid_from DESC LIMIT 1), '?'),
    lower(fitting.during), t.last_contact_at, coalesce(q.n, 0), q.at, q.reason
  FROM fitting JOIN tracker t ON t.id = fitting.tracker_id
  LEFT JOIN LATERAL (
    SELECT sum(p.n) AS n, max(p.received_at) AS at, (array_agg(p.reason ORDER BY p.received_at DESC))[1] AS reason
    FROM position_quarantine p WHERE p.tracker_id = t.id AND p.received_at >= coalesce(nullif(lower(fitting.during), '-infinity'), '2000-01-01')
  ) q ON true
  WHERE fitting.unit_id = unit AND fitting.account_id = current_account_id() AND upper_inf(fitting.during)
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['claim_tracker', 'release_tracker', 'unit_connection'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;

-- A lock changes who sees a unit: the live hub hears of it.
DROP TRIGGER unit_announced ON unit;
CREATE TRIGGER unit_announced AFTER INSERT OR UPDATE OF retired_at, locked_at ON unit FOR EACH ROW EXECUTE FUNCTION announce_access();
