import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { watchPlans } from './watch/service.ts';

/** SRV-005: what the calendar or the meters have made due since the last time. */
export const watchService = defineJob({ name: 'service.watch', payload: z.object({}), retry: { attempts: 5 } });

export const servicePlanHandlers: readonly JobHandler[] = [
  handleJob(watchService, (ctx) => watchPlans(ctx), { cron: '17 * * * *', makeUpMs: 3_600_000 }),
];
