import { DAY_MS } from '@spora/calendar/durations';
import { READINGS_KEPT_DAYS } from '@spora/contract/sensors/rules';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import { type Ctx, inTransaction } from '../../platform/ctx.ts';
import { forgetReadings } from './kept-repository.ts';
import { lostSensors } from './silence-repository.ts';

const forgetOld = defineJob({ name: 'sensors.forget', payload: z.object({}), retry: { attempts: 5 } });

/** Which sensors should have been heard of by now. */
const watchForLost = defineJob({ name: 'sensors.watch', payload: z.object({}), retry: { attempts: 1 } });

export const watchLost = (outer: Ctx<{ readonly kind: 'system' }>): Promise<void> =>
  inTransaction(outer, async ({ db, now, ports }) =>
    ports.announce(db, [{ name: 'sensors-watched', lost: await lostSensors(db) }], now()),
  );

export const sensorsHandlers: readonly JobHandler[] = [
  handleJob(watchForLost, (ctx) => watchLost(ctx), { cron: '*/5 * * * *' }),
  handleJob(forgetOld, ({ db, now }) => forgetReadings(db, new Date(now().getTime() - READINGS_KEPT_DAYS * DAY_MS)), {
    cron: '41 3 * * *',
    makeUpMs: DAY_MS,
  }),
];
