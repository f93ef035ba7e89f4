import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { eraseDueAccounts } from './removal/service.ts';

/** Accounts whose removal was asked for and not undone in time. */
export const eraseDue = defineJob({ name: 'accounts.erase-due', payload: z.object({}), retry: { attempts: 10 } });

export const accountsHandlers: readonly JobHandler[] = [
  handleJob(eraseDue, async (ctx) => void (await eraseDueAccounts(ctx)), { cron: '11 * * * *', makeUpMs: DAY_MS }),
];
