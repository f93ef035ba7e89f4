import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { LOG_KEPT_YEARS } from '@spora/contract/limits';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { dropOldRefuellings } from './service.ts';

/** CONST-060: entries are part of the log and kept as long. */
export const dropRefuellings = defineJob({ name: 'refuelling.drop-old', payload: z.object({}), retry: { attempts: 5 } });

export const refuellingHandlers: readonly JobHandler[] = [
  handleJob(
    dropRefuellings,
    async ({ db, now, log }) => {
      const before = new Date(now());
      before.setUTCFullYear(before.getUTCFullYear() - LOG_KEPT_YEARS);
      const dropped = await dropOldRefuellings(db, before, now());
      if (dropped > 0) log.info({ dropped }, 'refuellings that are kept no longer were dropped');
    },
    { cron: '44 2 * * *', makeUpMs: DAY_MS },
  ),
];
