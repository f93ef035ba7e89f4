-- ALARM-001, ALARM-037: what carries a message out, by its channel: a mail, a text message, or a push to each browser of the member.
ALTER TABLE alarm_message ADD COLUMN sms_id bigint, ADD COLUMN push_ids bigint[] NOT NULL DEFAULT '{}';

-- What lasts still: looked at each minute for what is over.
CREATE INDEX alarm_lasting ON alarm (kind, unit_id) WHERE ended_at IS NULL;
