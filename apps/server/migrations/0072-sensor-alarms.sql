-- Alarms of Bluetooth sensors (decision 0060): who is told of which sensor (ALARM-023 to 029).
CREATE TABLE alarm_receiver_sensor (
  account_id bigint NOT NULL,
  receiver_id bigint NOT NULL,
  sensor_id bigint NOT NULL,
  CONSTRAINT alarm_receiver_sensor_pk PRIMARY KEY (receiver_id, sensor_id),
  CONSTRAINT alarm_receiver_sensor_receiver FOREIGN KEY (account_id, receiver_id) REFERENCES alarm_receiver (account_id, id) ON DELETE CASCADE,
  CONSTRAINT alarm_receiver_sensor_sensor FOREIGN KEY (account_id, sensor_id) REFERENCES sensor (account_id, id) ON DELETE CASCADE
);
CREATE INDEX alarm_receiver_sensor_by_sensor ON alarm_receiver_sensor (sensor_id);
CALL protect_tenant_table('alarm_receiver_sensor');
GRANT SELECT, INSERT, DELETE ON alarm_receiver_sensor TO spora_api;
GRANT SELECT ON alarm_receiver_sensor TO spora_pipeline;

-- Whether a receiver is told of an alarm: of a sensor those who were chosen for it, and where nobody was, those of its unit.
CREATE FUNCTION is_receiver_of(unit bigint, details jsonb, receiver bigint) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM alarm_receiver_sensor s WHERE s.sensor_id = (details ->> 'sensor_id')::bigint)
    THEN EXISTS (SELECT FROM alarm_receiver_sensor s WHERE s.sensor_id = (details ->> 'sensor_id')::bigint AND s.receiver_id = receiver)
    ELSE EXISTS (SELECT FROM alarm_receiver_unit g WHERE g.unit_id = unit AND g.receiver_id = receiver) END
$$;
REVOKE ALL ON FUNCTION is_receiver_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_receiver_of TO spora_api, spora_pipeline;

-- What of a sensor is still to come to its end.
CREATE INDEX alarm_open_of_sensor ON alarm (((details ->> 'sensor_id')::bigint), kind) WHERE ended_at IS NULL AND details ? 'sensor_id';
