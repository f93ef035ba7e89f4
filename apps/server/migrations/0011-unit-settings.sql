-- Settings of a unit: what is shown of its speed and addresses, from when it is hidden from administrators, and low batteries.

ALTER TABLE unit
  ADD COLUMN hides_speed boolean NOT NULL DEFAULT false,
  ADD COLUMN speed_limit_kmh smallint CONSTRAINT unit_speed_limit CHECK (speed_limit_kmh BETWEEN 10 AND 300),
  ADD COLUMN resolves_addresses boolean NOT NULL DEFAULT true;

-- Few units are hidden from administrators; the map asks for them with every answer.
CREATE INDEX unit_setting_hiding ON unit_setting (account_id, unit_id) WHERE settings ->> 'hiding' IS NOT NULL;

CREATE TABLE battery_threshold (
  account_id bigint NOT NULL CONSTRAINT battery_threshold_account REFERENCES account ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT battery_threshold_kind CHECK (kind IN ('12', '24', 'built-in')),
  threshold_v double precision NOT NULL CONSTRAINT battery_threshold_positive CHECK (threshold_v > 0),
  CONSTRAINT battery_threshold_pk PRIMARY KEY (account_id, kind)
);
CALL protect_tenant_table('battery_threshold');
GRANT SELECT, INSERT, UPDATE ON battery_threshold TO spora_api;
