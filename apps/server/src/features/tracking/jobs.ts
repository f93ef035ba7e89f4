import { MINUTE_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { announceHidingChanges } from './hiding/service.ts';

/** Units that become hidden from administrators, or seen again, by the clock alone. */
export const followHours = defineJob({ name: 'tracking.follow-hours', payload: z.object({}), retry: { attempts: 3 } });

export const trackingHandlers: readonly JobHandler[] = [
  handleJob(
    followHours,
    async (ctx, _payload, { slot }) => {
      const at = slot ?? ctx.now();
      // The slot is a whole minute; intervals are told in minutes too.
      await announceHidingChanges(ctx, new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS));
    },
    { cron: '* * * * *', makeUpMs: 10 * MINUTE_MS },
  ),
];
