-- ADM-025, SEC-008: a tracker that left its unit goes on reporting, from the vehicle of the account that had it or from its memory once it is let
-- in again. Another account that registered it was given all of that, back to the end of the last fitting, which could be dated back.
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
    -- Whose it was last goes on from there: what it tells without a unit is of where they drove. To anybody else it is new from now on.
    usable_from := coalesce((SELECT upper(last.during) FROM (SELECT f.during, f.account_id FROM fitting f
      WHERE f.tracker_id = claim_tracker.tracker_id ORDER BY upper(f.during) DESC NULLS FIRST LIMIT 1) last
      WHERE last.account_id = current_account_id()), moment);
  END IF;
  UPDATE stock_unit s SET registered_at = moment WHERE s.imei = wanted;
  RETURN NEXT;
END $$;
