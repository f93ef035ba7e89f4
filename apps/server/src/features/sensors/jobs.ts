import { DAY_MS } from '@spora/calendar/durations';
import { READINGS_KEPT_DAYS } from '@spora/contract/sensors/rules';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { forgetReadings } from './kept-repository.ts';

const forgetOld = defineJob({ name: 'sensors.forget', payload: z.object({}), retry: { attempts: 5 } });

export const sensorsHandlers: readonly JobHandler[] = [
  handleJob(forgetOld, ({ db, now }) => forgetReadings(db, new Date(now().getTime() - READINGS_KEPT_DAYS * DAY_MS)), {
    cron: '41 3 * * *',
    makeUpMs: DAY_MS,
  }),
];
