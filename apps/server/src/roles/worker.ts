import { Histogram } from 'prom-client';
import { telemetryHandlers } from '../features/telemetry/jobs.ts';
import { runJobs, type JobHandler } from '../platform/jobs.ts';
import { upkeepHandlers } from '../platform/jobs-upkeep.ts';
import { metrics } from '../platform/metrics.ts';
import type { RoleDeps, RunningRole } from '../platform/role.ts';

const seconds = new Histogram({
  name: 'spora_job_seconds',
  help: 'Time of one attempt at a job',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers: [metrics],
});

const CONCURRENCY = 4;

/** Every job handler of the program: the installation's own, then those of each feature's `jobs.ts`. */
const handlersOf = ({ config }: RoleDeps): JobHandler[] => [...upkeepHandlers(config.maxPositionMonths), ...telemetryHandlers];

/** Runs jobs and schedules; any number of workers may run side by side. */
export async function startWorker(deps: RoleDeps): Promise<RunningRole> {
  const { log, now, ports, pipeline } = deps;
  return runJobs({
    pool: deps.pools.pipeline,
    handlers: handlersOf(deps),
    ctx: { actor: { kind: 'system' }, db: pipeline, now, ports, log },
    concurrency: CONCURRENCY,
    onFinished: (job, outcome, took) => seconds.observe({ job, outcome }, took),
  });
}
