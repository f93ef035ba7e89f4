-- What an account settles for itself: prices, car benefit, the name of the other trip type, alerts, how long things are kept, its end.

-- Prices and reimbursements by day: each row is in force until the next one's day. A fuel's unit is a litre, of electricity a kWh.
CREATE TABLE account_rate (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT account_rate_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT account_rate_account REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT account_rate_kind CHECK (kind IN ('fuel', 'reimbursement')),
  -- Of a fuel its type, of a reimbursement per 10 km whose car was driven.
  subject text NOT NULL,
  amount numeric(12, 4) NOT NULL,
  currency text NOT NULL CONSTRAINT account_rate_currency CHECK (currency IN ('SEK', 'NOK', 'GBP')),
  valid_from date NOT NULL,
  set_at timestamptz NOT NULL,
  set_by_member_id bigint,
  CONSTRAINT account_rate_day UNIQUE (account_id, kind, subject, valid_from),
  CONSTRAINT account_rate_subject CHECK (CASE kind WHEN 'fuel' THEN subject IN ('petrol', 'diesel', 'electric', 'gas', 'other')
    ELSE subject IN ('own', 'benefit', 'benefit-electric') END),
  CONSTRAINT account_rate_amount CHECK (amount > 0 OR (kind = 'fuel' AND amount = 0))
);
CALL protect_tenant_table('account_rate');

-- What the benefit-value report counts with, by day; before the first row the country's defaults are in force (REP-010, REP-011).
CREATE TABLE account_car_benefit (
  account_id bigint NOT NULL CONSTRAINT account_car_benefit_account REFERENCES account ON DELETE CASCADE,
  valid_from date NOT NULL,
  benefit_factor numeric(5, 3) NOT NULL CONSTRAINT account_car_benefit_factor CHECK (benefit_factor > 0),
  -- Null: the country knows no such line.
  reduced_line_km integer CONSTRAINT account_car_benefit_line CHECK (reduced_line_km > 0),
  private_occasions_max integer CONSTRAINT account_car_benefit_occasions CHECK (private_occasions_max >= 0),
  private_km_max integer CONSTRAINT account_car_benefit_private_km CHECK (private_km_max >= 0),
  set_at timestamptz NOT NULL,
  set_by_member_id bigint,
  CONSTRAINT account_car_benefit_pk PRIMARY KEY (account_id, valid_from)
);
CALL protect_tenant_table('account_car_benefit');

-- ADM-017: when somebody was last reminded of a matter.
CREATE TABLE member_reminder (
  account_id bigint NOT NULL,
  member_id bigint NOT NULL,
  matter text NOT NULL,
  sent_at timestamptz NOT NULL,
  CONSTRAINT member_reminder_pk PRIMARY KEY (member_id, matter),
  CONSTRAINT member_reminder_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('member_reminder');

ALTER TABLE account
  -- TRIP-003: the account's own name for trips of the type other; empty for the product's.
  ADD COLUMN other_trip_type text NOT NULL DEFAULT '' CONSTRAINT account_other_trip_type CHECK (length(other_trip_type) <= 30),
  ADD COLUMN alert_time_zone text NOT NULL DEFAULT 'Europe/Stockholm',
  -- ADM-021: at most as long as the others.
  ADD COLUMN private_position_months smallint NOT NULL DEFAULT 1,
  ADD CONSTRAINT account_private_position_months CHECK (private_position_months >= 1 AND private_position_months <= position_months),
  -- The end of an account: asked for, due after a time in which it can be undone, closed, and when all of it was gone.
  ADD COLUMN removal_asked_at timestamptz,
  ADD COLUMN removal_due_at timestamptz,
  ADD COLUMN removal_asked_by_member_id bigint,
  ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT account_removal_whole CHECK ((removal_asked_at IS NULL) = (removal_due_at IS NULL));

-- A benefit car's fuel for private driving is paid by the company.
ALTER TABLE unit ADD COLUMN has_fuel_benefit boolean NOT NULL DEFAULT false;
-- The log holds no positions of the trip any more, since private ones are kept shorter.
ALTER TABLE trip ADD COLUMN positions_erased boolean NOT NULL DEFAULT false;
CREATE INDEX trip_private_positions ON trip (ended_at) WHERE type = 'private' AND NOT positions_erased AND NOT is_ongoing;

GRANT SELECT, INSERT, UPDATE, DELETE ON account_rate, account_car_benefit TO spora_api;
GRANT SELECT, INSERT, UPDATE ON member_reminder TO spora_api;
GRANT SELECT ON account_rate, account_car_benefit TO spora_pipeline;
GRANT UPDATE (other_trip_type, alert_language, alert_time_zone, position_months, private_position_months,
  removal_asked_at, removal_due_at, removal_asked_by_member_id) ON account TO spora_api;
GRANT DELETE ON trip_edit TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api;

-- What a change of retention would take from the account in force: records before a day, about, since whole rows are counted.
CREATE FUNCTION count_records_before(moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT coalesce(sum(s.n), 0)::bigint FROM fitting f JOIN position_segment s ON s.tracker_id = f.tracker_id
  WHERE f.account_id = current_account_id() AND s.t0 < moment AND tstzrange(s.t0, s.t1, '[]') && f.during
$$;

-- Closes an account whose time is up: nobody signs in any more, its trackers leave their units and may be registered again. False
-- when the removal was undone in the meantime.
CREATE FUNCTION close_account(account_to_close bigint, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE fitted record;
BEGIN
  UPDATE account SET closed_at = coalesce(closed_at, moment) WHERE id = account_to_close AND removal_due_at <= moment AND erased_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM session WHERE account_id = account_to_close;
  DELETE FROM trusted_browser WHERE account_id = account_to_close;
  PERFORM set_config('spora.account_id', account_to_close::text, true);
  FOR fitted IN SELECT id, tracker_id FROM fitting WHERE account_id = account_to_close AND coalesce(upper(during), 'infinity') > moment LOOP
    -- One that was to begin later never does.
    DELETE FROM fitting WHERE id = fitted.id AND coalesce(lower(during), '-infinity') >= moment;
    UPDATE fitting SET during = tstzrange(lower(during), moment) WHERE id = fitted.id;
    PERFORM release_tracker(fitted.tracker_id, moment);
  END LOOP;
  PERFORM set_config('spora.account_id', '', true);
  RETURN true;
END $$;

-- Erases every row of a closed account, of whatever table bears its number, also of tables made after this one. What remains is the
-- account's number and when it ended. The positions are gone already: they lie by tracker, not by account.
CREATE FUNCTION erase_account(account_to_erase bigint, moment timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE name text; is_blocked boolean; round integer := 0; phones bigint[];
BEGIN
  PERFORM FROM account WHERE id = account_to_erase AND closed_at IS NOT NULL AND erased_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT array_agg(DISTINCT t.id) INTO phones FROM tracker t JOIN fitting f ON f.tracker_id = t.id
    WHERE f.account_id = account_to_erase AND t.phone_id IS NOT NULL;
  LOOP
    is_blocked := false;
    round := round + 1;
    IF round > 30 THEN RAISE EXCEPTION 'account % cannot be erased: its tables depend on each other', account_to_erase; END IF;
    FOR name IN
      SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attname = 'account_id' AND NOT a.attisdropped AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relnamespace = 'public'::regnamespace ORDER BY c.relname
    LOOP
      BEGIN
        EXECUTE format('DELETE FROM %I WHERE account_id = $1', name) USING account_to_erase;
      EXCEPTION WHEN foreign_key_violation THEN
        -- What points to it is deleted in this round; it goes in the next.
        is_blocked := true;
      END;
    END LOOP;
    EXIT WHEN NOT is_blocked;
  END LOOP;
  -- A phone's number is made for the account alone.
  DELETE FROM tracker t WHERE t.id = ANY (phones) AND NOT EXISTS (SELECT FROM fitting f WHERE f.tracker_id = t.id);
  UPDATE account SET name = '-', registration_id = '', contact_person = '', street = '', postal_code = '', city = '', phone = '', dial_code = '',
    company_phone = '', invoice_email = '', comment = '', reseller = '', payment_type = '', other_trip_type = '', parent_id = NULL,
    removal_asked_by_member_id = NULL, erased_at = moment WHERE id = account_to_erase;
END $$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['count_records_before', 'close_account', 'erase_account'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION count_records_before TO spora_api;
GRANT EXECUTE ON FUNCTION close_account, erase_account TO spora_pipeline;
