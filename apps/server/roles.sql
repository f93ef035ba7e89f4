-- The database roles, for a superuser to run once per cluster, before the first migration. The embedded database runs
-- this at each start; for your own server see docs/operations.md (there each role also gets a password).
-- Running it again changes nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'spora_owner') THEN CREATE ROLE spora_owner LOGIN CREATEDB; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'spora_api') THEN CREATE ROLE spora_api LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'spora_pipeline') THEN CREATE ROLE spora_pipeline LOGIN; END IF;
END $$;
-- A request that hangs must not hold its locks for ever.
ALTER ROLE spora_api SET statement_timeout = '30s';
ALTER ROLE spora_api SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE spora_pipeline SET idle_in_transaction_session_timeout = '300s';
