-- Modes of reporting, tracking on demand and Bluetooth sensors are ordered from trackers as outputs are (decisions 0022, 0059, 0060).
ALTER TABLE command DROP CONSTRAINT command_kind;
ALTER TABLE command ADD CONSTRAINT command_kind CHECK (kind IN ('output', 'eco-driving', 'zone', 'mode', 'active-tracking', 'sensors'));
-- Nobody where the product itself orders: a zone that starts theft mode, theft mode that ends by the clock.
ALTER TABLE command ALTER COLUMN member_id DROP NOT NULL;

CREATE OR REPLACE FUNCTION order_command(unit bigint, member bigint, command_kind text, command_subject text, command_parameters jsonb,
  tracker_family text, command_text text, because text, moment timestamptz, until timestamptz, confirmed_by timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO command (account_id, unit_id, tracker_id, kind, subject, parameters, family, text, member_id, reason, created_at, expires_at, confirm_by)
  SELECT f.account_id, f.unit_id, f.tracker_id, command_kind, command_subject, command_parameters, tracker_family, command_text, member,
    because, moment, until, confirmed_by
  FROM fitting f
  WHERE f.unit_id = unit AND f.account_id = current_account_id() AND upper_inf(f.during)
    AND (member IS NULL OR EXISTS (SELECT FROM member m WHERE m.id = member AND m.account_id = f.account_id))
  RETURNING id
$$;
GRANT EXECUTE ON FUNCTION order_command, unit_tracker TO spora_pipeline;
