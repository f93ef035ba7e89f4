import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { forgetPassages } from './repository.ts';

const forgetTolls = defineJob({ name: 'tolls.forget', payload: z.object({}), retry: { attempts: 5 } });

export const tollsHandlers: readonly JobHandler[] = [
  handleJob(forgetTolls, ({ db, now }) => forgetPassages(db, now()), { cron: '9 4 * * *', makeUpMs: DAY_MS }),
];
