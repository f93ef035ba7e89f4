-- MAP-011 (decision 0063): who follows a unit by active tracking, and until when at most. Who stops ends it for the tracker only where nobody
-- else is left.
CREATE TABLE unit_follower (
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  member_id bigint NOT NULL,
  until timestamptz NOT NULL,
  CONSTRAINT unit_follower_pk PRIMARY KEY (unit_id, member_id),
  CONSTRAINT unit_follower_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT unit_follower_member FOREIGN KEY (account_id, member_id) REFERENCES member (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_follower');
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_follower TO spora_api;
