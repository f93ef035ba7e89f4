import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';

/** REP-016: the file of one run. */
export const makeReportRun = defineJob({
  name: 'reports.make-run',
  payload: z.object({ run_id: z.number().int() }),
  retry: { attempts: 3 },
});

/** Files are kept for some days. */
export const dropReportRuns = defineJob({ name: 'reports.drop-runs', payload: z.object({}), retry: { attempts: 5 } });
