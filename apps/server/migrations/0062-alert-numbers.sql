-- ALARM-041: a number that is told of all units of its account, by text message alone.
ALTER TABLE alarm_receiver ADD COLUMN is_alert_number boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT alarm_receiver_number CHECK (NOT is_alert_number OR (phone <> '' AND email = '' AND member_id IS NULL));

-- How often an alarm came again, for a page of the alarm centre; and what is forgotten is looked for by it.
CREATE INDEX alarm_repeated ON alarm (repeats_id) WHERE repeats_id IS NOT NULL;
