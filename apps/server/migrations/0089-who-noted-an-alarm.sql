-- ALARM-035: whose an alarm's note is and when it was written; who opened an alarm again that was handled, while it is not handled anew.
ALTER TABLE alarm
  ADD COLUMN noted_at timestamptz,
  ADD COLUMN noted_by_member_id bigint,
  ADD COLUMN reopened_at timestamptz,
  ADD COLUMN reopened_by_member_id bigint;
GRANT UPDATE (noted_at, noted_by_member_id, reopened_at, reopened_by_member_id) ON alarm TO spora_api;
