import { DAY_MS } from '@spora/calendar/durations';
import { handleJob, type JobHandler } from '../../../platform/jobs/jobs.ts';
import { dropOldRuns, makeRun, type RunTools } from './service.ts';
import { dropReportRuns, makeReportRun } from './orders.ts';

export const runHandlers = (tools: RunTools): readonly JobHandler[] => [
  handleJob(makeReportRun, (ctx, { run_id }, { isLastAttempt }) => makeRun(ctx, run_id, tools, isLastAttempt)),
  handleJob(dropReportRuns, dropOldRuns, { cron: '52 2 * * *', makeUpMs: DAY_MS }),
];
