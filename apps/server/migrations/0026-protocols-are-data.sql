-- Which protocols and model families there are is told by the program's one list of them. What stands here is the shape of a name; that a
-- name is of the list is asked where a tracker or a number of the stock is entered, and no port lets in a tracker of another protocol.

ALTER TABLE tracker ALTER COLUMN protocol DROP DEFAULT;
ALTER TABLE tracker DROP CONSTRAINT tracker_protocol;
ALTER TABLE tracker ADD CONSTRAINT tracker_protocol CHECK (protocol ~ '^[a-z][a-z0-9-]{0,31}$');

ALTER TABLE tracker_family DROP CONSTRAINT tracker_family_known;
ALTER TABLE tracker_family ADD CONSTRAINT tracker_family_shape CHECK (family ~ '^[A-Za-z][A-Za-z0-9-]{0,31}$');

-- A number of the stock says what it will speak: until now there was one protocol for hardware.
ALTER TABLE stock_unit ADD COLUMN protocol text;
UPDATE stock_unit SET protocol = 'teltonika';
ALTER TABLE stock_unit ALTER COLUMN protocol SET NOT NULL;
ALTER TABLE stock_unit ADD CONSTRAINT stock_unit_protocol CHECK (protocol ~ '^[a-z][a-z0-9-]{0,31}$');
ALTER TABLE stock_unit ALTER COLUMN family DROP DEFAULT;
ALTER TABLE stock_unit DROP CONSTRAINT stock_unit_family;
ALTER TABLE stock_unit ADD CONSTRAINT stock_unit_family CHECK (family ~ '^[A-Za-z][A-Za-z0-9-]{0,31}$');

-- A phone gets a tracker of its own; the unit and its fitting are the account's rows.
DROP FUNCTION add_phone_tracker(text, text, timestamptz);
CREATE FUNCTION add_phone_tracker(new_imei text, new_phone_id text, new_protocol text, new_family text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE new_id bigint;
BEGIN
  INSERT INTO tracker (imei, protocol, phone_id) VALUES (new_imei, new_protocol, new_phone_id) RETURNING id INTO new_id;
  INSERT INTO tracker_family (tracker_id, valid_from, family) VALUES (new_id, at, new_family);
  RETURN new_id;
END $$;
REVOKE ALL ON FUNCTION add_phone_tracker FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_phone_tracker TO spora_api;

-- What keeps a tracker from being registered under a brand: the key of the refusal, or null. What has a phone's id is no hardware.
CREATE OR REPLACE FUNCTION stock_fault(wanted text, brand smallint, moment timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM stock_unit s WHERE s.imei = wanted AND (s.subsite_id IS NULL OR s.subsite_id = brand)) THEN 'ImeiNumberError'
    WHEN EXISTS (SELECT FROM stock_unit s WHERE s.imei = wanted AND s.registered_at IS NOT NULL) THEN 'ImeiInUse'
    WHEN EXISTS (SELECT FROM tracker t WHERE t.imei = wanted AND t.phone_id IS NOT NULL) THEN 'ImeiInUse'
    WHEN EXISTS (SELECT FROM fitting f JOIN tracker t ON t.id = f.tracker_id
      WHERE t.imei = wanted AND coalesce(upper(f.during), 'infinity') > moment) THEN 'ImeiInUse'
  END
$$;

-- Makes the account with its administrator, its unit and the tracker in it, all or nothing. The row of the stock is locked first, so
-- of two who register the same tracker the second is judged after the first; the address is judged by member_email_unique. Answers
-- the fault and no ids when the tracker cannot be had.
CREATE OR REPLACE FUNCTION register_customer(wanted text, moment timestamptz, account_row jsonb, member_row jsonb, long_ago timestamptz)
RETURNS TABLE (fault text, account_id bigint, member_id bigint, unit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  customer account := jsonb_populate_record(NULL::account, account_row);
  administrator member := jsonb_populate_record(NULL::member, member_row);
  stock stock_unit;
  of_tracker bigint;
  fitted_from timestamptz;
BEGIN
  SELECT * INTO stock FROM stock_unit s WHERE s.imei = wanted FOR UPDATE;
  fault := stock_fault(wanted, customer.subsite_id, moment);
  IF fault IS NOT NULL THEN RETURN NEXT; RETURN; END IF;

  INSERT INTO account (name, country, time_zone, currency, subsite_id, kind, registration_id, contact_person, street, postal_code, city,
    phone, company_phone, dial_code, reseller, comment, payment_type, terms_accepted_at, created_at)
  VALUES (customer.name, customer.country, customer.time_zone, customer.currency, customer.subsite_id, customer.kind,
    customer.registration_id, customer.contact_person, customer.street, customer.postal_code, customer.city, customer.phone,
    customer.company_phone, customer.dial_code, customer.reseller, customer.comment, customer.payment_type, moment, moment)
  RETURNING id INTO account_id;
  INSERT INTO member (account_id, email, full_name, phone, password_hash, password_changed_at, language, is_admin, created_at)
  VALUES (register_customer.account_id, administrator.email, administrator.full_name, administrator.phone, administrator.password_hash,
    moment, administrator.language, true, moment)
  RETURNING id INTO member_id;
  INSERT INTO unit (account_id, name, subscription_type, created_at)
  VALUES (register_customer.account_id, customer.name, stock.subscription_type, moment)
  RETURNING id INTO unit_id;

  -- A tracker that is new here was nobody else's before: what it has stored since it was mounted belongs to the unit too.
  INSERT INTO tracker (imei, protocol) VALUES (wanted, stock.protocol) ON CONFLICT ON CONSTRAINT tracker_imei_unique DO NOTHING RETURNING id INTO of_tracker;
  IF of_tracker IS NOT NULL THEN
    fitted_from := long_ago;
    INSERT INTO tracker_family (tracker_id, valid_from, family) VALUES (of_tracker, long_ago, stock.family);
  ELSE
    SELECT t.id INTO of_tracker FROM tracker t WHERE t.imei = wanted;
    fitted_from := moment;
  END IF;
  INSERT INTO fitting (account_id, unit_id, tracker_id, during)
  VALUES (register_customer.account_id, register_customer.unit_id, of_tracker, tstzrange(fitted_from, NULL));
  UPDATE stock_unit s SET registered_at = moment WHERE s.imei = wanted;
  RETURN NEXT;
END $$;

-- Takes a tracker of the stock for the account in force: the fault, or its id and from when its records can be the unit's. The stock's
-- row is locked, so that of two who want it one gets it.
CREATE OR REPLACE FUNCTION claim_tracker(wanted text, moment timestamptz, long_ago timestamptz)
RETURNS TABLE (fault text, tracker_id bigint, usable_from timestamptz, subscription text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE brand smallint := (SELECT a.subsite_id FROM account a WHERE a.id = current_account_id()); stock stock_unit;
BEGIN
  SELECT * INTO stock FROM stock_unit s WHERE s.imei = wanted FOR UPDATE;
  fault := stock_fault(wanted, brand, moment);
  IF fault IS NOT NULL THEN RETURN NEXT; RETURN; END IF;
  subscription := stock.subscription_type;
  INSERT INTO tracker (imei, protocol) VALUES (wanted, stock.protocol) ON CONFLICT ON CONSTRAINT tracker_imei_unique DO NOTHING RETURNING id INTO tracker_id;
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
CREATE OR REPLACE FUNCTION release_tracker(tracker bigint, moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO stock_unit (imei, protocol, family, subsite_id, added_at)
  SELECT t.imei, t.protocol, last.family, (SELECT a.subsite_id FROM account a WHERE a.id = current_account_id()), moment
  FROM tracker t
  JOIN LATERAL (SELECT f.family FROM tracker_family f WHERE f.tracker_id = t.id ORDER BY f.valid_from DESC LIMIT 1) last ON true
  WHERE t.id = tracker AND t.phone_id IS NULL
    AND EXISTS (SELECT FROM fitting f WHERE f.tracker_id = t.id AND f.account_id = current_account_id())
    AND NOT EXISTS (SELECT FROM fitting f WHERE f.tracker_id = t.id AND coalesce(upper(f.during), 'infinity') > moment)
  ON CONFLICT ON CONSTRAINT stock_unit_pk DO UPDATE SET registered_at = NULL
$$;
