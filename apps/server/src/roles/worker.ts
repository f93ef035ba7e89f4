import { Histogram } from 'prom-client';
import { accountsHandlers } from '../features/accounts/jobs.ts';
import { commandsHandlers } from '../features/commands/jobs.ts';
import { authHandlers } from '../features/auth/jobs.ts';
import { webhookHandlers } from '../features/integrations/jobs.ts';
import { describeMissing } from '../features/addresses/api.ts';
import { placesHandlers } from '../features/addresses/jobs.ts';
import { refuellingHandlers } from '../features/refuelling/jobs.ts';
import { servicePlanHandlers } from '../features/maintenance/plans/jobs.ts';
import { telemetryHandlers } from '../core/engine/jobs.ts';
import { trackingHandlers } from '../features/tracking/jobs.ts';
import { driversHandlers } from '../features/drivers/jobs.ts';
import { scheduleHandlers } from '../features/exports/schedules/jobs.ts';
import { tripsHandlers } from '../features/trips/jobs.ts';
import { runJobs, type JobHandler } from '../platform/jobs/jobs.ts';
import { upkeepHandlers } from '../platform/jobs/upkeep.ts';
import { createLinkTo, type LinkTo } from '../platform/mail/links.ts';
import { mailHandlers } from '../platform/mail/send.ts';
import { metrics } from '../platform/observing/metrics.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import { createPublicPost } from '../platform/network/public-network.ts';
import type { RoleDeps, RunningRole } from '../platform/program/role.ts';

const seconds = new Histogram({
  name: 'spora_job_seconds',
  help: 'Time of one attempt at a job',
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers: [metrics],
});

const CONCURRENCY = 4;
/** Of their own: a mail server that keeps everybody waiting keeps no other job from its turn. */
const MAILS_AT_ONCE = 3;
/** A person who watches a vehicle stop reads its address a moment later. */
const DESCRIBE_EVERY_MS = 2_000;

/** Of their own: a receiver that keeps everybody waiting keeps no other job from its turn. */
const WEBHOOKS_AT_ONCE = 4;

/** Every job handler of the program: the installation's own, then those of each feature's `jobs.ts`. */
const handlersOf = (deps: RoleDeps): JobHandler[] => [
  ...upkeepHandlers(deps.config.maxPositionMonths),
  ...accountsHandlers,
  ...authHandlers,
  ...telemetryHandlers,
  ...placesHandlers,
  ...tripsHandlers,
  ...driversHandlers,
  ...trackingHandlers,
  ...refuellingHandlers,
  ...servicePlanHandlers,
  ...commandsHandlers,
  ...scheduleHandlers({ api: deps.api, hostOf: (subsiteId) => new URL(linkToOf(deps)(subsiteId, '/')).host }),
];

const linkToOf = ({ config, listening }: RoleDeps): LinkTo =>
  createLinkTo({ config, port: () => listening?.().find(({ name }) => name === 'http')?.port });

function mailHandlersOf(deps: RoleDeps): JobHandler[] {
  const { mail } = deps.config;
  return mailHandlers({ linkTo: linkToOf(deps), from: mail.kind === 'smtp' ? mail.from : undefined });
}

/** Runs jobs and schedules; any number of workers may run side by side. */
export async function startWorker(deps: RoleDeps): Promise<RunningRole> {
  const { log, now, ports, pipeline } = deps;
  const ctx = { actor: { kind: 'system' }, db: pipeline, now, ports, log } as const;
  const addresses = repeat('addresses', () => describeMissing(ctx), DESCRIBE_EVERY_MS, log);
  const common = {
    pool: deps.pools.pipeline,
    ctx,
    onFinished: (job: string, outcome: string, took: number) => seconds.observe({ job, outcome }, took),
  };
  const jobs = await runJobs({ ...common, handlers: handlersOf(deps), concurrency: CONCURRENCY });
  const mail = await runJobs({ ...common, handlers: mailHandlersOf(deps), concurrency: MAILS_AT_ONCE });
  const post = createPublicPost({ mayCallPrivate: deps.config.webhooksMayCallPrivate });
  const webhooks = await runJobs({ ...common, handlers: webhookHandlers(post), concurrency: WEBHOOKS_AT_ONCE });
  return {
    stop: async () => {
      await Promise.all([addresses.stop(), jobs.stop(), mail.stop(), webhooks.stop()]);
    },
  };
}
