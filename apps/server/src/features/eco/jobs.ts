import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { forgetEvents } from './kept-repository.ts';

const forgetEco = defineJob({ name: 'eco.forget', payload: z.object({}), retry: { attempts: 5 } });

export const ecoHandlers: readonly JobHandler[] = [
  handleJob(forgetEco, ({ db, now }) => forgetEvents(db, now()), { cron: '7 4 * * *', makeUpMs: DAY_MS }),
];
