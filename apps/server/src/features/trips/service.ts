import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';

/** Fills in the addresses of a trip's ends, or of where a unit stands; keyed `trip:<id>` or `unit:<id>`. */
export const fillAddresses = defineJob({
  name: 'addresses.fill',
  payload: z.union([z.object({ tripId: z.number().int() }), z.object({ unitId: z.number().int() })]),
  retry: { attempts: 25 },
});
