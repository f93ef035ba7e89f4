import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, parseCronItems, run, type CronItem, type Task, type WorkerEvents } from 'graphile-worker';
import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { JOBS_SCHEMA } from '../database/queue-schema.ts';

/** What a job is called, what it is told, how stubborn it is. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  /** `feature.verb` */
  readonly name: string;
  /** Ids only: payloads lie in a table that is no tenant's. */
  readonly payload: Payload;
  /** Attempts in all, with the pauses of `retryPausesS` between; 25 spread over about four days. */
  readonly retry: { readonly attempts: number };
}

/** From this attempt on each pause is as long as the one before it. */
const LONGEST_AFTER = 10;

/** The pauses before each further attempt, seconds: e to the power of the attempts made, at most six hours (graphile-worker's `failJob`). */
export const retryPausesS = (attempts: number): number[] =>
  Array.from({ length: attempts - 1 }, (_, before) => Math.exp(Math.min(before + 1, LONGEST_AFTER)));

/** Names a job; a value that both who adds it and who handles it import. */
export const defineJob = <Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> => job;

export interface AddJobOptions {
  /** One waiting job per key: adding another replaces what the first was told and when. */
  readonly key?: string;
  readonly runAt?: Date;
}

/**
 * Adds a job inside the caller's transaction: it is there if and only if that commits. Any role may add; answers the job's id.
 * Throws when the payload does not fit the job's schema.
 */
export async function addJob<Payload extends z.ZodType>(
  db: Kysely<Db>,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { key, runAt }: AddJobOptions = {},
): Promise<number> {
  const checked = job.payload.parse(payload);
  const { rows } = await sql<{ id: number }>`
    SELECT add_job(${job.name}, ${JSON.stringify(checked)}::json, ${key === undefined ? null : `${job.name}:${key}`}, ${runAt ?? null}, ${job.retry.attempts}) AS id`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`The job ${job.name} was not added.`);
  return id;
}

export interface JobRun {
  /** 1 for the first. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  /** Aborted when the program stops and patience is over. */
  readonly signal: AbortSignal;
  /** Of a scheduled job: its slot, not the time it came to run. */
  readonly slot: Date | undefined;
}

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** A job with the use case that does it. A handler may run twice for one job and must then change nothing the second time. */
export interface JobHandler {
  readonly job: Job;
  readonly schedule: Schedule | undefined;
  run(ctx: SystemCtx, payload: unknown, jobRun: JobRun): Promise<void>;
}

export interface Schedule {
  /** Five fields, UTC. Each slot has one deterministic identity: of two workers only one adds its job. */
  readonly cron: string;
  /** How far back slots that nobody was there for are made up; none unless told. */
  readonly makeUpMs?: number;
}

/** Binds a job to its use case; a feature's `jobs.ts` exports a list of these. */
export const handleJob = <Payload extends z.ZodType>(
  job: Job<Payload>,
  handler: (ctx: SystemCtx, payload: z.output<Payload>, jobRun: JobRun) => Promise<void>,
  schedule?: Schedule,
): JobHandler => ({ job, schedule, run: (ctx, payload, jobRun) => handler(ctx, job.payload.parse(payload), jobRun) });

export interface RunningJobs {
  /** Takes no more jobs and waits for those begun. */
  readonly stop: () => Promise<void>;
}

export interface RunJobsOptions {
  readonly pool: pg.Pool;
  readonly handlers: readonly JobHandler[];
  /** What each run is given. */
  readonly ctx: SystemCtx;
  /** Jobs at once. */
  readonly concurrency: number;
  /** Told the name by which its workers take jobs, before they take any. */
  readonly onNamed?: (name: string) => void;
  readonly onFinished?: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
  /** How often it is looked for jobs that nobody was woken for, such as those whose time has come. */
  readonly pollMs?: number;
}

/** Runs jobs until stopped. A failed attempt is a warning, the last one an error: then someone must act. */
export async function runJobs({
  pool,
  handlers,
  ctx,
  concurrency,
  onNamed,
  onFinished,
  pollMs = 2_000,
}: RunJobsOptions): Promise<RunningJobs> {
  const names = handlers.map(({ job }) => job.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`Two handlers for the job ${twice}.`);

  const taskList = Object.fromEntries(handlers.map((handler) => [handler.job.name, taskOf(handler, ctx, onFinished)]));
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onNamed?.(workerPool.id));
  const runner = await run({
    events,
    pgPool: pool,
    schema: JOBS_SCHEMA,
    concurrency,
    noHandleSignals: true,
    pollInterval: pollMs,
    taskList,
    parsedCronItems: parseCronItems(handlers.flatMap(cronItemOf)),
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error' || level === 'warning') ctx.log.warn({ message }, 'job queue');
    }),
  });
  // Rejects when the queue gives up, e.g. after too many lost connections; then the process is of no use.
  runner.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'the job queue ended'));
  return { stop: () => runner.stop() };
}

const cronItemOf = ({ job, schedule }: JobHandler): CronItem[] =>
  schedule
    ? [
        {
          task: job.name,
          match: schedule.cron,
          identifier: job.name,
          options: { backfillPeriod: schedule.makeUpMs ?? 0, maxAttempts: job.retry.attempts },
        },
      ]
    : [];

/** graphile-worker adds the slot to the payload of what it scheduled. */
const scheduledPayload = z.object({ _cron: z.object({ ts: z.coerce.date() }) });

function taskOf(handler: JobHandler, ctx: SystemCtx, onFinished: RunJobsOptions['onFinished']): Task {
  return async (payload, { job, abortSignal }) => {
    const begun = performance.now();
    const log = ctx.log.child({ job: handler.job.name, jobId: job.id });
    const isLastAttempt = job.attempts >= job.max_attempts;
    const slot = scheduledPayload.safeParse(payload).data?._cron.ts;
    const finished = (outcome: 'done' | 'failed') => onFinished?.(handler.job.name, outcome, (performance.now() - begun) / 1000);
    try {
      await handler.run({ ...ctx, log }, slot ? {} : payload, {
        attempt: job.attempts,
        isLastAttempt,
        signal: abortSignal ?? new AbortController().signal,
        slot,
      });
      finished('done');
    } catch (error) {
      finished('failed');
      log[isLastAttempt ? 'error' : 'warn'](
        { err: error, attempt: job.attempts },
        isLastAttempt ? 'a job failed for good' : 'a job failed and will be tried again',
      );
      throw error;
    }
  };
}
