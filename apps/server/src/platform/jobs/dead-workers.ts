import type pg from 'pg';
import type { Logger } from 'pino';
import { JOBS_SCHEMA } from '../database/queue-schema.ts';
import { repeat } from './repeat.ts';

const EVERY_MS = 10_000;
/** A job taken so recently may be of a worker that is just coming to hold its lock. */
const YOUNG_MS = 15_000;
const LOCKS = `hashtext('spora.job-workers')`;

export interface LivingWorkers {
  /** The workers of this name are alive for as long as the process and its connection are. */
  readonly hold: (name: string) => void;
  readonly stop: () => Promise<void>;
}

export interface LivingWorkersOptions {
  readonly everyMs?: number;
  readonly youngMs?: number;
}

/**
 * Frees the jobs of workers that were killed: the queue alone would wait for them for four hours. Each worker holds a lock on a
 * connection of its own, which the database takes back when the process dies; a worker whose lock is free is dead. Where a connection
 * broke and its process lives, a job may run twice.
 */
export function watchWorkers(
  pool: pg.Pool,
  log: Logger,
  { everyMs = EVERY_MS, youngMs = YOUNG_MS }: LivingWorkersOptions = {},
): LivingWorkers {
  const names = new Set<string>();
  const held = new Set<string>();
  let client: pg.PoolClient | undefined;
  const letGo = (): void => {
    held.clear();
    client?.release(true);
    client = undefined;
  };
  const holdAll = async (): Promise<void> => {
    client ??= await pool.connect();
    try {
      // Answers also where nothing is new: a connection that broke is noticed.
      const missing = [...names].filter((name) => !held.has(name));
      await client.query(`SELECT pg_advisory_lock(${LOCKS}, hashtext(name)) FROM unnest($1::text[]) AS name`, [missing]);
      for (const name of missing) held.add(name);
    } catch (error) {
      letGo();
      throw error;
    }
  };
  const freeJobsOfTheDead = async (): Promise<void> => {
    const { rows } = await pool.query<{ dead: string[] | null }>(
      `WITH held AS MATERIALIZED (
         SELECT DISTINCT locked_by AS name FROM ${JOBS_SCHEMA}._private_jobs
         WHERE locked_at < now() - make_interval(secs => $1) AND locked_by <> ALL ($2::text[])),
       dead AS MATERIALIZED (SELECT name FROM held WHERE pg_try_advisory_xact_lock(${LOCKS}, hashtext(name)))
       SELECT array_agg(name) AS dead FROM dead`,
      [youngMs / 1000, [...names]],
    );
    const dead = rows[0]?.dead ?? [];
    if (dead.length === 0) return;
    await pool.query(`SELECT ${JOBS_SCHEMA}.force_unlock_workers($1::text[])`, [dead]);
    log.warn({ dead }, 'the jobs of workers that died are free again');
  };
  const turns = repeat(
    'jobs of dead workers',
    async () => {
      await holdAll();
      await freeJobsOfTheDead();
      return false;
    },
    everyMs,
    log,
  );
  return {
    hold: (name) => void names.add(name),
    stop: async () => {
      await turns.stop();
      letGo();
    },
  };
}
