import { DAY_MS } from '@spora/calendar/durations';
import { z } from 'zod';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/jobs.ts';
import type { JobDeps } from '../../core/face.ts';
import { watchSilence } from './silence/service.ts';
import { forgetOld, tell, tellAlarms, tellDue, tellEnd, tellEnds } from './telling/service.ts';

const forgetAlarms = defineJob({ name: 'alarms.forget', payload: z.object({}), retry: { attempts: 5 } });
/** What waited for its time: quiet hours, the end of a day of private driving, summaries. */
const tellWaiting = defineJob({ name: 'alarms.due', payload: z.object({}), retry: { attempts: 1 } });

/** Who should have been heard of by now. */
const watchForSilence = defineJob({ name: 'alarms.silence', payload: z.object({}), retry: { attempts: 1 } });

export const alarmHandlers = ({ linkTo }: JobDeps): readonly JobHandler[] => [
  handleJob(tellAlarms, (ctx, { alarm_ids }) => tell(ctx, linkTo, alarm_ids)),
  handleJob(tellEnds, (ctx, { alarm_ids }) => tellEnd(ctx, linkTo, alarm_ids)),
  handleJob(
    tellWaiting,
    async (ctx) => {
      while (await tellDue(ctx, linkTo)) continue;
    },
    { cron: '* * * * *' },
  ),
  handleJob(watchForSilence, (ctx) => watchSilence(ctx), { cron: '* * * * *' }),
  handleJob(forgetAlarms, (ctx) => forgetOld(ctx), { cron: '54 3 * * *', makeUpMs: DAY_MS }),
];
