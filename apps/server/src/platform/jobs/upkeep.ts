import { SESSION_IDLE_S, TRUSTED_BROWSER_S } from '@spora/contract/limits';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from './jobs.ts';

const nothing = z.object({});
const attempts = { attempts: 5 };

/** The log's partitions: this month's neighbours always exist, and whole months go only at the installation's maximum. */
export const keepPartitions = defineJob({ name: 'platform.keep-partitions', payload: nothing, retry: attempts });
/** Live events older than the five minutes a browser may resume from. */
export const forgetLiveEvents = defineJob({ name: 'platform.forget-live-events', payload: nothing, retry: attempts });
/**
 * Sessions, codes, links and trusted browsers past their end, failed sign-ins, answers kept for repeated requests, and the old audit log
 * (CONST-060).
 */
export const forgetExpired = defineJob({ name: 'platform.forget-expired', payload: nothing, retry: attempts });

const HOUR_MS = 3_600_000;

/** What the installation itself needs done; `maxPositionMonths` is its longest retention. */
export const upkeepHandlers = (maxPositionMonths: number): JobHandler[] => [
  handleJob(
    keepPartitions,
    async ({ db, now, log }) => {
      const { made, dropped } = await db.transaction().execute(async (tx) => {
        const span = await sql<{ made: number }>`
        SELECT ensure_segment_partitions(${now()}::timestamptz - make_interval(months => ${maxPositionMonths}), ${now()}::timestamptz + interval '3 months') AS made`.execute(
          tx,
        );
        const gone = await sql<{ dropped: number }>`
        SELECT drop_segment_partitions(${now()}::timestamptz - make_interval(months => ${maxPositionMonths})) AS dropped`.execute(
          tx,
        );
        return { made: span.rows[0]?.made ?? 0, dropped: gone.rows[0]?.dropped ?? 0 };
      });
      if (made + dropped > 0) log.info({ made, dropped }, 'partitions of the log');
    },
    { cron: '17 3 * * *', makeUpMs: 24 * HOUR_MS },
  ),

  handleJob(
    forgetLiveEvents,
    async ({ db, now }) => {
      await sql`DELETE FROM live_event WHERE at < ${now()}::timestamptz - interval '5 minutes'`.execute(db);
    },
    { cron: '* * * * *' },
  ),

  handleJob(
    forgetExpired,
    async ({ db, now }) => {
      await sql`DELETE FROM session WHERE expires_at < ${now()} OR last_used_at < ${now()}::timestamptz - make_interval(secs => ${SESSION_IDLE_S})`.execute(
        db,
      );
      // Pending sessions end with the statement above, their codes with them.
      await sql`DELETE FROM sign_in_code WHERE expires_at < ${now()}::timestamptz - interval '1 day'`.execute(db);
      await sql`DELETE FROM password_reset WHERE expires_at < ${now()}::timestamptz - interval '1 day'`.execute(db);
      // One in force that the member has not agreed to is kept: who reads the address before may still be asked.
      await sql`DELETE FROM email_change WHERE expires_at < ${now()}::timestamptz - interval '1 day' AND (ended_at IS NOT NULL OR in_force_at IS NULL)`.execute(
        db,
      );
      await sql`DELETE FROM trusted_browser WHERE expires_at < ${now()}`.execute(db);
      await sql`DELETE FROM sign_in_known WHERE at < ${now()}::timestamptz - make_interval(secs => ${TRUSTED_BROWSER_S})`.execute(
        db,
      );
      await sql`DELETE FROM sign_in_failure WHERE at < ${now()}::timestamptz - interval '1 day'`.execute(db);
      await sql`DELETE FROM idempotency WHERE at < ${now()}::timestamptz - interval '1 day'`.execute(db);
      await sql`DELETE FROM registration_repeat WHERE at < ${now()}::timestamptz - interval '1 day'`.execute(db);
      await sql`SELECT forget_audit(${now()})`.execute(db);
      await sql`DELETE FROM geo_cache WHERE expires_at < ${now()}`.execute(db);
    },
    { cron: '41 * * * *', makeUpMs: HOUR_MS },
  ),
];
