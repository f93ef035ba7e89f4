import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { forgetLinks } from './keeping.ts';

const forgetEnded = defineJob({ name: 'sharing.forget', payload: z.object({}), retry: { attempts: 5 } });

export const sharingHandlers: readonly JobHandler[] = [
  handleJob(forgetEnded, (ctx) => forgetLinks(ctx), { cron: '41 2 * * *', makeUpMs: DAY_MS }),
];
