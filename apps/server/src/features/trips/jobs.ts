import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs.ts';
import { dropExpiredRoutes } from './repository.ts';

/** Routes follow the span of the positions they were made of; the log's rows stay. */
export const dropRoutes = defineJob({ name: 'trips.drop-routes', payload: z.object({}), retry: { attempts: 5 } });

const AT_ONCE = 1000;

export const tripsHandlers: readonly JobHandler[] = [
  handleJob(
    dropRoutes,
    async ({ db, now, log }) => {
      let dropped = 0;
      for (let done = AT_ONCE; done === AT_ONCE; dropped += done) done = await dropExpiredRoutes(db, now(), AT_ONCE);
      if (dropped > 0) log.info({ dropped }, 'routes of expired positions were dropped');
    },
    { cron: '8 2 * * *', makeUpMs: 86_400_000 },
  ),
];
