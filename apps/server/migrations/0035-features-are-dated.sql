-- FEAT-001: what is switched off for a unit is off, and was off when it was: the unit's history says since when, so that what is computed
-- again knows it too. A unit without a trip log has nothing to be switched, and lives by its subscription alone.
CREATE INDEX unit_change_features ON unit_change (unit_id, at) WHERE field = 'features';

-- The spans in which a feature was off for units. The same is `offSpansOf` and `isFeatureOn` in core/fleet/unit-features.ts.
CREATE FUNCTION feature_off_spans(units bigint[], feature text) RETURNS TABLE (unit_id bigint, from_at timestamptz, to_at timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT stood.id, stood.from_at, stood.to_at FROM (
    SELECT c.unit_id AS id, lag(c.at, 1, '-infinity') OVER (PARTITION BY c.unit_id ORDER BY c.at, c.id) AS from_at, c.at AS to_at,
      string_to_array(c.old_value, ', ') AS features
    FROM public.unit_change c WHERE c.unit_id = ANY (units) AND c.field = 'features'
    UNION ALL
    SELECT u.id, coalesce((SELECT max(c.at) FROM public.unit_change c WHERE c.unit_id = u.id AND c.field = 'features'), '-infinity'), 'infinity',
      u.features
    FROM public.unit u WHERE u.id = ANY (units)
  ) stood JOIN public.unit u ON u.id = stood.id
  WHERE NOT feature = ANY (stood.features) AND u.kind <> 'sensor' AND lower(u.subscription_type) <> 'bas' AND stood.from_at < stood.to_at
$$;

-- From when on what a feature says holds at a moment: since it was switched on last; infinity while it is off.
CREATE FUNCTION feature_on_since(unit bigint, feature text, moment timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(s.to_at), '-infinity') FROM public.feature_off_spans(ARRAY[unit], feature) s WHERE s.from_at <= moment
$$;

-- Who drives at a moment by check-ins and tags, where these were on from then to the moment: switched off, they say nothing any more.
CREATE FUNCTION newest_driver_event(unit bigint, moment timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT n.id FROM public.driver_event n
  WHERE n.unit_id = newest_driver_event.unit AND n.superseded_at IS NULL AND n.at <= moment
    AND n.at >= CASE n.source WHEN 'tag' THEN (SELECT public.feature_on_since(newest_driver_event.unit, 'driver-id', moment))
      ELSE (SELECT public.feature_on_since(newest_driver_event.unit, 'check-in', moment)) END
  ORDER BY n.at DESC, n.source = 'tag', n.id DESC LIMIT 1
$$;

DO $$
DECLARE f text;
BEGIN
  FOREACH f IN ARRAY ARRAY['feature_off_spans', 'feature_on_since', 'newest_driver_event'] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f::regproc);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO spora_api, spora_pipeline', f::regproc);
  END LOOP;
END $$;
