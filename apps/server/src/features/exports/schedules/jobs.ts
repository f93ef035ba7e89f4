import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { sendDue, type SendingTools } from './sending/service.ts';

/** TRIP-016: the logs that somebody has by mail. What fails waits on its own row, so the job itself needs no second attempt. */
export const sendLogs = defineJob({ name: 'trips.send-logs', payload: z.object({}), retry: { attempts: 1 } });

export const scheduleHandlers = (tools: SendingTools): readonly JobHandler[] => [
  handleJob(sendLogs, (ctx) => sendDue(ctx, tools), { cron: '*/5 * * * *' }),
];
