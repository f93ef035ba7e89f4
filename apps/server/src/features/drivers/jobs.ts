import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { remindOfOpenCheckIns } from './reminders/service.ts';

/** DRV-015. */
export const remindOfCheckIns = defineJob({ name: 'trips.remind-of-check-ins', payload: z.object({}), retry: { attempts: 5 } });

export const driversHandlers: readonly JobHandler[] = [
  handleJob(
    remindOfCheckIns,
    async ({ db, now, log }) => {
      const sent = await remindOfOpenCheckIns(db, now());
      if (sent > 0) log.info({ sent }, 'drivers were reminded of a check-in that is still open');
    },
    { cron: '27 * * * *', makeUpMs: 3_600_000 },
  ),
];
