-- Decision 0089: a sensor's mean is one of the time. For how many seconds values held until the next one, and these values, each as often as its
-- seconds. Null: written before, and not computed again since; the unit's history is, as far back as the log reaches.
ALTER TABLE sensor_day
  ADD COLUMN temperature_held_s double precision,
  ADD COLUMN temperature_held_sum double precision,
  ADD COLUMN humidity_held_s double precision,
  ADD COLUMN humidity_held_sum double precision,
  ADD CONSTRAINT sensor_day_temperature_held CHECK ((temperature_held_s IS NULL) = (temperature_held_sum IS NULL)),
  ADD CONSTRAINT sensor_day_humidity_held CHECK ((humidity_held_s IS NULL) = (humidity_held_sum IS NULL));
