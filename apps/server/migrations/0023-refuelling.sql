-- TRIP-035: what was filled or charged, when, at which odometer, for how much, with the receipt.

CREATE TABLE refuelling (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT refuelling_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  unit_id bigint NOT NULL,
  at timestamptz NOT NULL,
  fuel_type text NOT NULL CONSTRAINT refuelling_fuel CHECK (fuel_type IN ('petrol', 'diesel', 'electric', 'gas', 'other')),
  -- Litres; kilowatt-hours of electricity.
  amount numeric(10, 3) NOT NULL CONSTRAINT refuelling_amount CHECK (amount > 0),
  -- What was paid in all; null when it is not known.
  price numeric(12, 2) CONSTRAINT refuelling_price CHECK (price >= 0),
  currency text CONSTRAINT refuelling_currency CHECK (currency IN ('SEK', 'NOK', 'DKK', 'EUR', 'GBP', 'USD')),
  odometer_m bigint CONSTRAINT refuelling_odometer CHECK (odometer_m >= 0),
  station text NOT NULL DEFAULT '' CONSTRAINT refuelling_station CHECK (length(station) <= 50),
  note text NOT NULL DEFAULT '' CONSTRAINT refuelling_note CHECK (length(note) <= 200),
  member_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  removed_at timestamptz,
  CONSTRAINT refuelling_account_id UNIQUE (account_id, id),
  CONSTRAINT refuelling_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE,
  CONSTRAINT refuelling_priced CHECK ((price IS NULL) = (currency IS NULL))
);
CREATE INDEX refuelling_by_unit ON refuelling (unit_id, at) WHERE removed_at IS NULL;
CALL protect_tenant_table('refuelling');

CREATE TABLE refuelling_receipt (
  account_id bigint NOT NULL,
  refuelling_id bigint NOT NULL CONSTRAINT refuelling_receipt_pk PRIMARY KEY,
  content_type text NOT NULL CONSTRAINT refuelling_receipt_type CHECK (content_type IN ('image/png', 'image/jpeg')),
  data bytea NOT NULL CONSTRAINT refuelling_receipt_size CHECK (octet_length(data) BETWEEN 1 AND 1048576),
  CONSTRAINT refuelling_receipt_refuelling FOREIGN KEY (account_id, refuelling_id) REFERENCES refuelling (account_id, id) ON DELETE CASCADE
);
ALTER TABLE refuelling_receipt ALTER COLUMN data SET STORAGE EXTERNAL;
CALL protect_tenant_table('refuelling_receipt');

GRANT SELECT, INSERT, UPDATE ON refuelling TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON refuelling_receipt TO spora_api;
-- The nightly job takes what is kept no longer; receipts go with their entries.
GRANT SELECT, DELETE ON refuelling, refuelling_receipt TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api;
