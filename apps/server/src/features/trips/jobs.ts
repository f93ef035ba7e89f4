import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { LOG_KEPT_YEARS } from '@spora/contract/limits';
import { holdUnit } from '../../core/engine/holds.ts';
import { erasePrivateTrips } from '../../core/log/retention.ts';
import { eraseAsked } from './erasure/service.ts';
import { dropExpiredRoutes, dropOldEditsAndDays, dropOldRows } from './retention-repository.ts';

/** Routes follow the span of the positions they were made of; the log's rows stay. */
export const dropRoutes = defineJob({ name: 'trips.drop-routes', payload: z.object({}), retry: { attempts: 5 } });

/** CONST-060: rows of the log, their edits and their days. */
export const dropLogRows = defineJob({ name: 'trips.drop-log-rows', payload: z.object({}), retry: { attempts: 5 } });

const AT_ONCE = 1000;

export const tripsHandlers: readonly JobHandler[] = [
  handleJob(eraseAsked, async ({ db, now, log }) => {
    const erased = await erasePrivateTrips({ db, now, hold: holdUnit });
    log.info({ erased }, 'positions of private trips were erased on request');
  }),
  handleJob(
    dropRoutes,
    async ({ db, now, log }) => {
      let dropped = 0;
      for (let done = AT_ONCE; done === AT_ONCE; dropped += done) done = await dropExpiredRoutes(db, now(), AT_ONCE);
      if (dropped > 0) log.info({ dropped }, 'routes of expired positions were dropped');
    },
    { cron: '8 2 * * *', makeUpMs: DAY_MS },
  ),
  handleJob(
    dropLogRows,
    async ({ db, now, log }) => {
      const before = new Date(now());
      before.setUTCFullYear(before.getUTCFullYear() - LOG_KEPT_YEARS);
      let dropped = 0;
      for (let done = AT_ONCE; done === AT_ONCE; dropped += done) done = await dropOldRows(db, before, AT_ONCE);
      await dropOldEditsAndDays(db, before);
      if (dropped > 0) log.info({ dropped }, 'rows of the log that are kept no longer were dropped');
    },
    { cron: '38 2 * * *', makeUpMs: DAY_MS },
  ),
];
