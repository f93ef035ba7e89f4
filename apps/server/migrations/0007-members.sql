-- Members: profile, list, flags.

-- When somebody was last here outlives their sessions in the record of sign-ins.
CREATE INDEX audit_entry_signed_in ON audit_entry (account_id, actor_member_id, at DESC) WHERE action = 'signed-in';
