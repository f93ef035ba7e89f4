-- Members: profile, list, flags.

-- When somebody was last here outlives their sessions in the record of sign-ins.
CREATE INDEX audit_entry_signed_in ON audit_entry (account_id, actor_member_id, at DESC) WHERE action = 'signed-in';

-- SEC-016: what drivers are told about being tracked. Each member reads it again after it was last required; null: nobody has to.
ALTER TABLE account ADD COLUMN notice_required_at timestamptz;
ALTER TABLE member ADD COLUMN notice_acknowledged_at timestamptz;
GRANT UPDATE (notice_required_at) ON account TO spora_api;
GRANT UPDATE (notice_acknowledged_at) ON member TO spora_api;
