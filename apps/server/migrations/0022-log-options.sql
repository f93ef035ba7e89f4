-- What the account decides of its log beyond purposes: the third type's look, days off, the supplement for passengers.

ALTER TABLE account
  -- TRIP-004: null for the product's own colour of the type.
  ADD COLUMN other_trip_colour text CONSTRAINT account_other_trip_colour CHECK (other_trip_colour ~ '^#[0-9a-f]{6}$'),
  ADD COLUMN other_trip_purpose_required boolean NOT NULL DEFAULT false;
GRANT UPDATE (other_trip_colour, other_trip_purpose_required) ON account TO spora_api;

-- TRIP-036: where the account's days differ from its country's public holidays, which the program knows: a day off of its own, or a
-- holiday on which it works. Null: as the country again. Appended, so that one can tell what stood when (decision 0030).
CREATE TABLE account_day_off (
  account_id bigint NOT NULL CONSTRAINT account_day_off_account REFERENCES account ON DELETE CASCADE,
  day date NOT NULL,
  valid_from timestamptz NOT NULL,
  name text NOT NULL CONSTRAINT account_day_off_name CHECK (length(name) <= 50),
  is_off boolean,
  CONSTRAINT account_day_off_pk PRIMARY KEY (account_id, day, valid_from)
);
CALL protect_tenant_table('account_day_off');
GRANT SELECT, INSERT, UPDATE ON account_day_off TO spora_api;
GRANT SELECT ON account_day_off TO spora_pipeline;

-- DRV-007: what a passenger adds to the reimbursement, per 10 km.
ALTER TABLE account_rate
  DROP CONSTRAINT account_rate_subject,
  ADD CONSTRAINT account_rate_subject CHECK (CASE kind WHEN 'fuel' THEN subject IN ('petrol', 'diesel', 'electric', 'gas', 'other')
    ELSE subject IN ('own', 'benefit', 'benefit-electric', 'passenger') END);
