import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { deleteLost, releaseNoShows, remind, tellOfLateReturns } from './watch/service.ts';

/** BOOK-047: what the clock brings to bookings. */
export const watchBookings = defineJob({ name: 'bookings.watch', payload: z.object({}), retry: { attempts: 1 } });

export const bookingsHandlers: readonly JobHandler[] = [
  handleJob(
    watchBookings,
    async (ctx) => {
      await deleteLost(ctx);
      await releaseNoShows(ctx);
      await tellOfLateReturns(ctx);
      await remind(ctx);
    },
    { cron: '* * * * *' },
  ),
];
