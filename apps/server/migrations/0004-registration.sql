-- Registration: what a stranger may ask of the stock and the one call that makes an account.

-- DEC-54: alarms are written in Swedish until somebody chooses otherwise, whatever language the interface is read in.
ALTER TABLE account ADD COLUMN alert_language text NOT NULL DEFAULT 'sv'
  CONSTRAINT account_alert_language CHECK (alert_language IN ('en', 'sv', 'no'));

-- Registrations that were made under an Idempotency-Key, for a day: the repeat of a lost answer is told "done", not "taken".
-- Both are hashes, the second keyed by the key itself, so that nobody can read from here who registered or guess at it.
CREATE TABLE registration_repeat (
  key_hash bytea NOT NULL CONSTRAINT registration_repeat_pk PRIMARY KEY,
  request_hash bytea NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX registration_repeat_by_time ON registration_repeat (at);
GRANT SELECT (at), DELETE ON registration_repeat TO spora_pipeline;

-- What keeps a tracker from being registered under a brand: the key of the refusal, or null.
CREATE FUNCTION stock_fault(wanted text, brand smallint, moment timestamptz) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN NOT EXISTS (SELECT FROM stock_unit s WHERE s.imei = wanted AND (s.subsite_id IS NULL OR s.subsite_id = brand)) THEN 'ImeiNumberError'
    WHEN EXISTS (SELECT FROM stock_unit s WHERE s.imei = wanted AND s.registered_at IS NOT NULL) THEN 'ImeiInUse'
    WHEN EXISTS (SELECT FROM tracker t WHERE t.imei = wanted AND t.protocol <> 'teltonika') THEN 'ImeiInUse'
    WHEN EXISTS (SELECT FROM fitting f JOIN tracker t ON t.id = f.tracker_id
      WHERE t.imei = wanted AND coalesce(upper(f.during), 'infinity') > moment) THEN 'ImeiInUse'
  END
$$;

CREATE FUNCTION is_email_taken(address text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM member m WHERE lower(m.email) = lower(address))
$$;

-- The hash of what was registered under a key; null when nothing was.
CREATE FUNCTION find_registration(key bytea, moment timestamptz) RETURNS bytea
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.request_hash FROM registration_repeat r WHERE r.key_hash = key AND r.at > moment - interval '1 day'
$$;

-- A second call under the same key waits here until the first has ended; when that succeeded, it violates registration_repeat_pk.
CREATE FUNCTION remember_registration(key bytea, request bytea, moment timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM registration_repeat WHERE at <= moment - interval '1 day';
  INSERT INTO registration_repeat (key_hash, request_hash, at) VALUES (key, request, moment)
$$;

-- Makes the account with its administrator, its unit and the tracker in it, all or nothing. The row of the stock is locked first, so
-- of two who register the same tracker the second is judged after the first; the address is judged by member_email_unique. Answers
-- the fault and no ids when the tracker cannot be had.
CREATE FUNCTION register_customer(wanted text, moment timestamptz, account_row jsonb, member_row jsonb, long_ago timestamptz)
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
  INSERT INTO tracker (imei) VALUES (wanted) ON CONFLICT ON CONSTRAINT tracker_imei_unique DO NOTHING RETURNING id INTO of_tracker;
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

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['stock_fault', 'is_email_taken', 'find_registration', 'remember_registration', 'register_customer'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api', f::regproc);
  END LOOP;
END $$;
