-- Open screens are told of alarms too; an override is one that all are told of although somebody drives privately (MAP-032).
ALTER TABLE live_event DROP CONSTRAINT live_event_kind,
  ADD CONSTRAINT live_event_kind CHECK (kind IN ('position', 'trip', 'alarm', 'override'));
