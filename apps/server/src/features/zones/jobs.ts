import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { forgetEvents } from './kept-repository.ts';

const forgetZones = defineJob({ name: 'zones.forget', payload: z.object({}), retry: { attempts: 5 } });

export const zonesHandlers: readonly JobHandler[] = [
  handleJob(forgetZones, ({ db, now }) => forgetEvents(db, now()), { cron: '57 3 * * *', makeUpMs: DAY_MS }),
];
