import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { openPool } from './database.ts';

/** Tables of the queue; a person's data belongs in no payload, so the schema is no tenant's. */
export const JOBS_SCHEMA = 'graphile_worker';

/**
 * The interface may add jobs and nothing else: it has no right to the queue's schema, only to this one function, which runs as
 * the owner. It is called inside the caller's transaction, so a job exists if and only if what it is about does.
 */
const ADD_JOB = `
CREATE OR REPLACE FUNCTION add_job(job_name text, job_payload json, job_key text, job_run_at timestamptz, job_attempts integer)
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM ${JOBS_SCHEMA}.add_job(job_name, job_payload, NULL, job_run_at, job_attempts, job_key, NULL, NULL, 'replace')
$$;
REVOKE ALL ON FUNCTION add_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_job TO spora_api, spora_pipeline`;

const GRANTS = `
GRANT USAGE ON SCHEMA ${JOBS_SCHEMA} TO spora_pipeline;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOBS_SCHEMA} TO spora_pipeline;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${JOBS_SCHEMA} TO spora_pipeline;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = '${JOBS_SCHEMA}'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
    AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'pipeline')
  LOOP
    EXECUTE format('CREATE POLICY pipeline ON ${JOBS_SCHEMA}.%I TO spora_pipeline USING (true) WITH CHECK (true)', name);
  END LOOP;
END $$`;

/** Installs or upgrades the job queue as the owner, and lets the worker's role use it; `client` holds the migration lock. */
export async function installJobs(client: pg.Client, ownerUrl: string): Promise<void> {
  const pool = openPool(ownerUrl, { max: 1, name: 'spora migrate' });
  try {
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
  await client.query(`BEGIN; ${GRANTS}; ${ADD_JOB}; COMMIT`);
}
