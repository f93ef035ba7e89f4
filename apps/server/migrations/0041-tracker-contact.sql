-- How trackers were last in touch, for the connection page (ADM-026). Written by the gateway when a tracker says hello, not with its records.

CREATE TABLE tracker_contact (
  tracker_id bigint NOT NULL CONSTRAINT tracker_contact_pk PRIMARY KEY CONSTRAINT tracker_contact_tracker REFERENCES tracker ON DELETE CASCADE,
  at timestamptz NOT NULL,
  transport text NOT NULL CONSTRAINT tracker_contact_transport CHECK (transport IN ('tcp', 'udp', 'http')),
  address_family text NOT NULL CONSTRAINT tracker_contact_family CHECK (address_family IN ('ipv4', 'ipv6'))
) WITH (fillfactor = 70);

-- What was refused of a tracker that had said who it is, by the hour.
CREATE TABLE tracker_refusal (
  tracker_id bigint NOT NULL CONSTRAINT tracker_refusal_tracker REFERENCES tracker ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  reason text NOT NULL,
  n integer NOT NULL,
  last_at timestamptz NOT NULL,
  CONSTRAINT tracker_refusal_pk PRIMARY KEY (tracker_id, hour, reason)
);
CREATE INDEX tracker_refusal_old ON tracker_refusal (hour);
GRANT SELECT, INSERT, UPDATE ON tracker_contact TO spora_pipeline;
GRANT SELECT, INSERT, UPDATE, DELETE ON tracker_refusal TO spora_pipeline;

-- What the connection page tells of a unit's tracker, through the account's own fitting, and of no time that is withheld from the viewer.
DROP FUNCTION unit_connection(bigint);
CREATE FUNCTION unit_connection(unit bigint, viewer bigint)
RETURNS TABLE (imei text, protocol text, family text, fitted_from timestamptz, last_contact_at timestamptz,
  set_aside bigint, newest_set_aside_at timestamptz, newest_set_aside_reason text,
  contact_at timestamptz, transport text, address_family text, refused jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH fitted AS (
    SELECT t.*, coalesce(nullif(lower(f.during), '-infinity'), '2000-01-01') AS since, lower(f.during) AS fitted_from
    FROM fitting f JOIN tracker t ON t.id = f.tracker_id
    WHERE f.unit_id = unit_connection.unit AND f.account_id = current_account_id() AND upper_inf(f.during)
  ), kept AS (
    SELECT r.reason, r.n, r.last_at FROM fitted JOIN tracker_refusal r ON r.tracker_id = fitted.id AND r.hour >= fitted.since
    WHERE NOT EXISTS (SELECT FROM withheld_spans(unit_connection.unit, viewer, r.hour, r.hour + interval '1 hour') w
      WHERE w.from_at < r.hour + interval '1 hour' AND w.to_at > r.hour)
  )
  SELECT fitted.imei, fitted.protocol,
    coalesce((SELECT f.family FROM tracker_family f WHERE f.tracker_id = fitted.id ORDER BY f.valid_from DESC LIMIT 1), '?'),
    fitted.fitted_from, fitted.last_contact_at, coalesce(q.n, 0), q.at, q.reason, c.at, c.transport, c.address_family,
    coalesce((SELECT jsonb_agg(jsonb_build_object('reason', g.reason, 'count', g.n, 'last_at', g.last_at) ORDER BY g.last_at DESC, g.reason)
      FROM (SELECT reason, sum(n) AS n, max(last_at) AS last_at FROM kept GROUP BY reason) g), '[]'::jsonb)
  FROM fitted
  LEFT JOIN LATERAL (
    SELECT sum(p.n) AS n, max(p.received_at) AS at, (array_agg(p.reason ORDER BY p.received_at DESC))[1] AS reason
    FROM position_quarantine p WHERE p.tracker_id = fitted.id AND p.received_at >= fitted.since
      AND NOT is_withheld_at(unit_connection.unit, viewer, p.received_at)
  ) q ON true
  LEFT JOIN tracker_contact c ON c.tracker_id = fitted.id AND c.at >= fitted.since AND NOT is_withheld_at(unit_connection.unit, viewer, c.at)
$$;
REVOKE ALL ON FUNCTION unit_connection FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unit_connection TO spora_api;
