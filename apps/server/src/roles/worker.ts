import { Histogram } from 'prom-client';
import { telemetryHandlers } from '../core/engine/jobs.ts';
import type { JobDeps } from '../core/face.ts';
import { FEATURES } from '../features.ts';
import { watchWorkers } from '../platform/jobs/dead-workers.ts';
import { runJobs, type JobHandler } from '../platform/jobs/jobs.ts';
import { upkeepHandlers } from '../platform/jobs/upkeep.ts';
import { createLinkTo, type LinkTo } from '../platform/mail/links.ts';
import { mailHandlers } from '../platform/mail/send.ts';
import { pushHandlers } from '../platform/push/send.ts';
import { smsHandlers } from '../platform/sms/send.ts';
import { copyAudit, wishAuditCopy } from '../platform/observing/audit-copy.ts';
import { metrics } from '../platform/observing/metrics.ts';
import { repeat } from '../platform/jobs/repeat.ts';
import { createPublicPost } from '../platform/network/public-network.ts';
import type { RoleDeps, RunningRole } from '../platform/program/role.ts';
import { ENGINE } from './engine.ts';

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
/** Of their own as well, of each kind: a push service that is slow keeps no text message waiting. */
const SMS_AT_ONCE = 4;
const PUSHES_AT_ONCE = 4;
const AUDIT_COPY_MS = 2_000;

const linkToOf = ({ config, listening }: RoleDeps): LinkTo =>
  createLinkTo({ config, port: () => listening?.().find(({ name }) => name === 'http')?.port });

/** Providers report to an address of the internet, and what they report is nobody else's to read. */
const reportUrlOf =
  ({ publicUrl }: RoleDeps['config']) =>
  (path: string): string | null =>
    publicUrl?.startsWith('https:') ? `${publicUrl}${path}` : null;

/** Runs jobs and schedules; any number of workers may run side by side. */
export async function startWorker(deps: RoleDeps): Promise<RunningRole> {
  const { config, log, now, ports, pipeline } = deps;
  const ctx = { actor: { kind: 'system' }, db: pipeline, now, ports, log } as const;
  const linkTo = linkToOf(deps);
  const jobDeps: JobDeps = {
    api: deps.api,
    linkTo,
    features: FEATURES,
    post: createPublicPost({ mayCallPrivate: config.webhooksMayCallPrivate }),
  };
  const repeated = FEATURES.flatMap((feature) => feature.repeated ?? []).map(({ name, everyMs, run }) =>
    repeat(name, () => run(ctx), everyMs, log),
  );
  const { auditCopy } = config;
  await wishAuditCopy(pipeline, auditCopy !== undefined);
  if (auditCopy !== undefined) repeated.push(repeat('audit copy', () => copyAudit(pipeline, auditCopy), AUDIT_COPY_MS, log));
  const workers = watchWorkers(deps.pools.pipeline, log);
  const running: { stop(): Promise<void> }[] = [];
  const runApart = async (handlers: readonly JobHandler[], concurrency: number): Promise<void> => {
    const onFinished = (job: string, outcome: string, took: number) => seconds.observe({ job, outcome }, took);
    running.push(await runJobs({ pool: deps.pools.pipeline, ctx, onNamed: workers.hold, onFinished, handlers, concurrency }));
  };
  const jobs = FEATURES.flatMap((feature) => feature.jobs ?? []);
  const together = await Promise.all(jobs.filter(({ apart }) => apart === undefined).map(({ handlers }) => handlers(jobDeps)));
  await runApart([...upkeepHandlers(config.maxPositionMonths), ...telemetryHandlers(ENGINE), ...together.flat()], CONCURRENCY);
  const from = config.mail.kind === 'smtp' ? config.mail.from : undefined;
  await runApart(mailHandlers({ linkTo, from }), MAILS_AT_ONCE);
  const { sender, senders } = config.sms;
  await runApart(smsHandlers({ sender, senders, reportUrl: reportUrlOf(config) }), SMS_AT_ONCE);
  await runApart(pushHandlers, PUSHES_AT_ONCE);
  for (const { handlers, apart } of jobs) if (apart !== undefined) await runApart(await handlers(jobDeps), apart);
  return {
    stop: async () => {
      await Promise.all([...repeated, ...running].map((work) => work.stop()));
      await workers.stop();
    },
  };
}
