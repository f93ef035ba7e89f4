import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { fillInAddresses } from './api.ts';

/** Nearest places become addresses when the provider answers. */
export const fillIn = defineJob({ name: 'places.fill-in', payload: z.object({}), retry: { attempts: 1 } });

export const placesHandlers: readonly JobHandler[] = [
  handleJob(
    fillIn,
    async (ctx) => {
      await fillInAddresses(ctx);
    },
    { cron: '*/10 * * * *' },
  ),
];
