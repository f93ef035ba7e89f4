import { HOUR_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { remind } from './reminders.ts';
import { send, sendReports } from './sending.ts';

const remindOfReports = defineJob({ name: 'autoplan.remind', payload: z.object({}), retry: { attempts: 5 } });

export const autoplanHandlers: readonly JobHandler[] = [
  handleJob(sendReports, (ctx, { account_id }) => send(ctx, account_id)),
  handleJob(remindOfReports, (ctx) => remind(ctx), { cron: '27 * * * *', makeUpMs: HOUR_MS }),
];
