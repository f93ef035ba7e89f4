-- What a unit can do beyond being seen: features per unit, those that new units get, and named sets of them (FEAT-001 to 004).
-- The closed list is UNIT_FEATURES in packages/contract/src/unit-features.ts; a new one is added here by a later migration.

ALTER TABLE unit ADD CONSTRAINT unit_features_known CHECK (features <@ ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel', 'eco',
  'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs']);

-- Everything is on until an administrator chooses otherwise.
ALTER TABLE account
  ADD COLUMN default_features text[] NOT NULL DEFAULT ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel', 'eco',
    'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs']
  CONSTRAINT account_default_features_known CHECK (default_features <@ ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel', 'eco',
    'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs']);
GRANT UPDATE (default_features) ON account TO spora_api;

CREATE TABLE feature_profile (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT feature_profile_pk PRIMARY KEY,
  account_id bigint NOT NULL CONSTRAINT feature_profile_account REFERENCES account ON DELETE CASCADE,
  name text NOT NULL CONSTRAINT feature_profile_name CHECK (name <> '' AND length(name) <= 50),
  features text[] NOT NULL CONSTRAINT feature_profile_not_empty CHECK (cardinality(features) > 0)
    CONSTRAINT feature_profile_known CHECK (features <@ ARRAY['attestation', 'check-in', 'driver-id', 'benefit', 'tolls', 'fuel', 'eco',
      'autoplan', 'service', 'booking', 'safe-return', 'theft', 'sensors', 'outputs']),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX feature_profile_name_unique ON feature_profile (account_id, lower(name));
CALL protect_tenant_table('feature_profile');
GRANT SELECT, INSERT, UPDATE, DELETE ON feature_profile TO spora_api;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spora_api;

-- FEAT-004: whichever way a unit is added (registration, stock, change of car, a phone), it gets the defaults of its account.
CREATE FUNCTION give_default_features() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  SELECT a.default_features INTO NEW.features FROM account a WHERE a.id = NEW.account_id;
  NEW.features := coalesce(NEW.features, '{}');
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION give_default_features FROM PUBLIC;
-- FEAT-001: a sensor has no trips, and the subscription Bas has no trip log. The same rule is hasTripLog in features/units/features/rules.ts.
CREATE TRIGGER unit_default_features BEFORE INSERT ON unit FOR EACH ROW
  WHEN (NEW.features = '{}' AND NEW.kind <> 'sensor' AND lower(NEW.subscription_type) <> 'bas')
  EXECUTE FUNCTION give_default_features();

-- Nobody loses what nothing has asked for until now.
UPDATE unit u SET features = a.default_features FROM account a
WHERE a.id = u.account_id AND u.features = '{}' AND u.kind <> 'sensor' AND lower(u.subscription_type) <> 'bas';

-- UNIT-017: as which family a unit's records are to be read, from when on; of the account's own fittings only.
CREATE FUNCTION unit_families(unit bigint, from_time timestamptz, to_time timestamptz) RETURNS TABLE (since timestamptz, family text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT greatest(coalesce(lower(f.during), '2000-01-01Z'), t.valid_from), t.family
  FROM fitting f JOIN tracker_family t ON t.tracker_id = f.tracker_id AND t.valid_from < coalesce(upper(f.during), 'infinity')
  WHERE f.unit_id = unit AND f.account_id = (SELECT current_account_id()) AND f.during && tstzrange(from_time, to_time)
  ORDER BY 1, t.valid_from
$$;
REVOKE ALL ON FUNCTION unit_families FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unit_families TO spora_api;
