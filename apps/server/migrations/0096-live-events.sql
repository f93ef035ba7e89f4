-- Open screens are told of commands, modes, sensors and bookings of a unit too (DEC-59, decision 0093).
ALTER TABLE live_event DROP CONSTRAINT live_event_kind,
  ADD CONSTRAINT live_event_kind CHECK (kind IN ('position', 'trip', 'alarm', 'override', 'command', 'mode', 'sensor', 'booking'));
