import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { checkHomes, forgetChecks, remindOfHomes, watchForHome } from './check/service.ts';

/** SAFE-029, SAFE-030: who should be home by now, and who has come home since. */
const checkSafeHomes = defineJob({ name: 'safe-return.check', payload: z.object({}), retry: { attempts: 1 } });
const forgetOldChecks = defineJob({ name: 'safe-return.forget', payload: z.object({}), retry: { attempts: 5 } });

export const safeReturnHandlers: readonly JobHandler[] = [
  handleJob(
    checkSafeHomes,
    async (ctx) => {
      await watchForHome(ctx);
      while (await checkHomes(ctx)) continue;
      while (await remindOfHomes(ctx)) continue;
    },
    { cron: '* * * * *' },
  ),
  handleJob(forgetOldChecks, (ctx) => forgetChecks(ctx), { cron: '57 3 * * *', makeUpMs: DAY_MS }),
];
