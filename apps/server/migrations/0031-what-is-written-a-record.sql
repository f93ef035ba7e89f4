-- A unit's state is stored now and then: it is taken on from the log after how far each tracker's was in it (decision 0037).
ALTER TABLE unit_projection
  -- By tracker id.
  ADD COLUMN seqs jsonb NOT NULL DEFAULT '{}',
  -- Another each time that the state is stored.
  ADD COLUMN version bigint NOT NULL DEFAULT 0;
UPDATE unit_projection p SET seqs = s.seqs
  FROM (SELECT f.unit_id, jsonb_object_agg(f.tracker_id, c.seq) AS seqs FROM fitting f JOIN projection_checkpoint c ON c.tracker_id = f.tracker_id
    GROUP BY f.unit_id) s
  WHERE s.unit_id = p.unit_id;

-- What changes with each record stands together, so that no more than that is written to the write-ahead log of a row that stays on its page:
-- between what never changes and what seldom does.
ALTER TABLE unit_latest RENAME TO unit_latest_before;
ALTER TABLE unit_latest_before DROP CONSTRAINT unit_latest_pk, DROP CONSTRAINT unit_latest_unit;
DROP INDEX unit_latest_by_account;
CREATE TABLE unit_latest (
  unit_id bigint NOT NULL CONSTRAINT unit_latest_pk PRIMARY KEY,
  account_id bigint NOT NULL,
  last_contact_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Null until the first good fix.
  time timestamptz,
  lat_e7 integer,
  lon_e7 integer,
  speed_kmh smallint,
  heading_deg smallint,
  altitude_m smallint,
  satellites smallint,
  -- Seconds between reports that this unit's own way of reporting makes likely (MAP-019).
  report_interval_s integer NOT NULL,
  -- Named values of the card: ignition, odometer_m, external_voltage_v, ... (contract: latestPosition). As text, what changes most at
  -- its beginning.
  named json NOT NULL DEFAULT '{}',
  state text NOT NULL,
  state_since timestamptz,
  -- Where `address` was asked for: it is asked again when the unit stands elsewhere. Empty: asked, nothing is known there.
  address_lat_e7 integer,
  address_lon_e7 integer,
  address_is_approximate boolean NOT NULL DEFAULT true,
  address text,
  CONSTRAINT unit_latest_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
) WITH (fillfactor = 60);
INSERT INTO unit_latest (unit_id, account_id, last_contact_at, changed_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites,
    report_interval_s, named, state, state_since, address_lat_e7, address_lon_e7, address_is_approximate, address)
  SELECT unit_id, account_id, last_contact_at, changed_at, time, lat_e7, lon_e7, speed_kmh, heading_deg, altitude_m, satellites,
    report_interval_s, named::json, state, state_since, address_lat_e7, address_lon_e7, address_is_approximate, address FROM unit_latest_before;
DROP TABLE unit_latest_before;
CREATE INDEX unit_latest_by_account ON unit_latest (account_id);
CALL protect_tenant_table('unit_latest');
GRANT SELECT, INSERT, UPDATE ON unit_latest TO spora_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_latest TO spora_pipeline;

-- Who works on units holds them by advisory locks, since a row that is locked is written: the account shared and each unit alone, in this
-- order. Of many units the whole account is held instead: locks of a database are counted.
CREATE OR REPLACE FUNCTION lock_units(units bigint[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account bigint := (SELECT current_account_id());
  own bigint[] := ARRAY(SELECT u.id FROM unit u WHERE u.id = ANY (units) AND u.account_id = account ORDER BY u.id);
  of_account CONSTANT bigint := x'7c03000000000000'::bigint;
  of_unit CONSTANT bigint := x'7c02000000000000'::bigint;
BEGIN
  IF cardinality(own) = 0 THEN RETURN; END IF;
  IF cardinality(own) > 256 THEN
    PERFORM pg_advisory_xact_lock(of_account | account);
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(of_account | account);
  PERFORM pg_advisory_xact_lock(of_unit | u.id) FROM unnest(own) WITH ORDINALITY AS u (id, place) ORDER BY u.place;
END $$;
