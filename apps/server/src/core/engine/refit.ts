import { z } from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';

/** A tracker came into another unit, perhaps some time back: trips and days of every unit it sat in are computed again. */
export const refitTracker = defineJob({
  name: 'telemetry.refit',
  payload: z.object({ imei: z.string().regex(/^\d{15}$/) }),
  retry: { attempts: 5 },
});

/** What the trips of a unit are decided by has changed for days that have been: they are computed again. */
export const refitUnit = defineJob({
  name: 'telemetry.refit-unit',
  payload: z.object({ unitId: z.number().int() }),
  retry: { attempts: 5 },
});
