import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { LOG_KEPT_YEARS } from '@spora/contract/limits';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { dropFingerprints } from './repository.ts';

/** CONST-060: a file is never younger than the trips in it: as long as one of those is kept, `/verify` knows the file. */
export const forgetFiles = defineJob({ name: 'exports.forget-files', payload: z.object({}), retry: { attempts: 5 } });

export const exportsHandlers: readonly JobHandler[] = [
  handleJob(
    forgetFiles,
    async ({ db, now }) => {
      const before = new Date(now());
      before.setUTCFullYear(before.getUTCFullYear() - LOG_KEPT_YEARS);
      await dropFingerprints(db, before);
    },
    { cron: '44 2 * * *', makeUpMs: DAY_MS },
  ),
];
