-- Millilitres that the vehicle's own counter, as its tracker reports it, grew by on each UTC day; projected.
CREATE TABLE unit_fuel_day (
  unit_id bigint NOT NULL,
  account_id bigint NOT NULL,
  day date NOT NULL,
  used_ml integer NOT NULL,
  CONSTRAINT unit_fuel_day_pk PRIMARY KEY (unit_id, day),
  CONSTRAINT unit_fuel_day_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_fuel_day');
GRANT SELECT ON unit_fuel_day TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_fuel_day TO spora_pipeline;
