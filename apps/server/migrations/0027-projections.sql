-- The states that a unit's history can be taken up from again stand by themselves: not in the trip's row, since more is computed from
-- records than trips, and a row of the log is read much more often than its state.
CREATE TABLE unit_snapshot (
  unit_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- The newest record that the state has seen.
  at timestamptz NOT NULL,
  -- Of each projection, by its name and version.
  state jsonb NOT NULL,
  CONSTRAINT unit_snapshot_pk PRIMARY KEY (unit_id, at),
  CONSTRAINT unit_snapshot_unit FOREIGN KEY (account_id, unit_id) REFERENCES unit (account_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('unit_snapshot');
GRANT SELECT, INSERT, UPDATE, DELETE ON unit_snapshot TO spora_pipeline;

-- A state as it was stored, each projection's part by itself. The newest position's knows how it was heard of last;
-- what may turn out to be no trip is called a candidate.
CREATE FUNCTION pg_temp.parts_of(old jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object(
    'hours@1', coalesce(old -> 'running', '{"day": 0, "onMs": [0, 0, 0, 0, 0], "engineS": 0, "engineTotalS": null, "lastMs": null,
      "on": [null, null, null, null, null]}'),
    'trips@1', (old -> 'motion') - 'journey' || jsonb_build_object('candidate', old -> 'motion' -> 'journey'),
    'latest@1', jsonb_build_object('position', old -> 'position', 'named', old -> 'named', 'movingIntervalS', old -> 'movingIntervalS',
      'restingIntervalS', old -> 'restingIntervalS', 'lastMs', old -> 'motion' -> 'lastMs', 'wasMoving', old -> 'motion' ->> 'activity' = 'moving'),
    'tags@1', jsonb_build_object('last', CASE WHEN jsonb_typeof(old -> 'tag') = 'object'
      THEN (old -> 'tag') - 'journeyMs' || jsonb_build_object('candidateMs', old -> 'tag' -> 'journeyMs') END))
$$;

INSERT INTO unit_snapshot (unit_id, account_id, at, state)
  SELECT DISTINCT ON (1, 3) unit_id, account_id, to_timestamp((machine_state -> 'motion' ->> 'lastMs')::float8 / 1000), pg_temp.parts_of(machine_state)
  FROM trip WHERE NOT is_manual AND machine_state -> 'motion' ->> 'lastMs' IS NOT NULL ORDER BY 1, 3, started_at DESC;
ALTER TABLE trip DROP COLUMN machine_state;
UPDATE unit_projection SET state = pg_temp.parts_of(state) WHERE jsonb_typeof(state) = 'object';
DROP FUNCTION pg_temp.parts_of;
