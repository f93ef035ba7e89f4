-- The same spans. What follows each trip is looked for from the last one back: a frame that ends with the last trip was gone through
-- anew for each of them, 540,000 steps for a year of a thousand trips.
CREATE OR REPLACE FUNCTION withheld_spans(unit bigint, viewer bigint, from_time timestamptz, to_time timestamptz)
RETURNS TABLE (from_at timestamptz, to_at timestamptz)
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  WITH theft AS (SELECT coalesce(theft_since(withheld_spans.unit), 'infinity') AS since), beside AS (
    SELECT coalesce((SELECT t.started_at FROM trip t WHERE t.unit_id = withheld_spans.unit AND t.started_at <= from_time
        AND NOT is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at DESC LIMIT 1), '-infinity') AS first_at,
      coalesce((SELECT t.started_at FROM trip t WHERE t.unit_id = withheld_spans.unit AND t.started_at >= to_time
        AND NOT is_withheld_trip(t.type, t.driver_member_id, viewer) ORDER BY t.started_at LIMIT 1), 'infinity') AS last_at
  ), near AS (
    SELECT w.is_withheld,
      coalesce(max(t.ended_at) FILTER (WHERE NOT w.is_withheld) OVER (ORDER BY t.started_at, t.id), '-infinity') AS from_at,
      coalesce(min(t.started_at) FILTER (WHERE NOT w.is_withheld) OVER (ORDER BY t.started_at DESC, t.id DESC), 'infinity') AS to_at
    FROM beside b, trip t, LATERAL (SELECT is_withheld_trip(t.type, t.driver_member_id, viewer) AS is_withheld) w
    WHERE t.unit_id = withheld_spans.unit AND t.started_at BETWEEN b.first_at AND b.last_at
  )
  SELECT DISTINCT n.from_at, least(n.to_at, theft.since) FROM near n, theft
  WHERE n.is_withheld AND n.to_at > from_time AND n.from_at < to_time AND n.from_at < theft.since AND least(n.to_at, theft.since) > from_time
  ORDER BY n.from_at
$$;
