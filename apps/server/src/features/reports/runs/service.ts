import { DAY_MS } from '@spora/calendar/durations';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import {
  type listReportRuns as listEndpoint,
  REPORT_RUN_DAYS,
  REPORT_RUNS_MAX,
  type removeReportRun as removeEndpoint,
  type reportRunFile as fileEndpoint,
  type startReportRun as startEndpoint,
} from '@spora/contract/reports/files';
import type { Kysely } from 'kysely';
import { REPORT_FILE_TYPES } from '../../../core/report-file.ts';
import { AppError } from '../../../platform/app-error.ts';
import { type Ctx, inTransaction, type MemberActor, type MemberCtx } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { recorded } from '../../../platform/documents/exported-file.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { askedOf, scopeOf } from '../driven.ts';
import { makeReport, type Reports, requireFace } from '../files/api.ts';
import { auditReport } from '../files/service.ts';
import { makeReportRun } from './orders.ts';
import { requireOrderer } from './policy.ts';
import * as repository from './repository.ts';

const FORGOTTEN_MS = 3 * DAY_MS;

export async function listRuns({ db, actor }: MemberCtx): Promise<HandlerData<typeof listEndpoint>> {
  const rows = await repository.runsOf(db, actor);
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    runs: rows.map((row) => ({
      ...row,
      asked_at: row.asked_at.toISOString(),
      ended_at: iso(row.ended_at),
      kept_until: iso(row.kept_until),
    })),
  };
}

/** REP-016: leaving the page does not cancel it. What cannot be made is refused at once, as the report itself would refuse it. */
export async function startRun(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof startEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
  reports: Reports,
): Promise<HandlerData<typeof startEndpoint>> {
  const { db, actor, now } = ctx;
  requireOrderer(actor);
  const { tellsLocked = false } = requireFace(reports, body.report);
  const asked = askedOf(body);
  await scopeOf(ctx, asked, { byDriver: asked.groupBy === 'driver', tellsLocked });
  if ((await repository.countOf(db, actor.accountId, actor.memberId)) >= REPORT_RUNS_MAX)
    throw new AppError('TooManyReportRuns', { params: { count: REPORT_RUNS_MAX } });
  const { report, format } = body;
  const run = { report, format, language: body.lang ?? language, asked };
  const id = await repository.insertRun(db, actor, run, now());
  await addJob(db, makeReportRun, { run_id: id });
  return { job_id: id };
}

/** The bare pool: the file is on record before its last byte leaves. */
export async function runFile(ctx: MemberCtx, { params }: HandlerInput<typeof fileEndpoint>): Promise<FileAnswer> {
  requireOrderer(ctx.actor);
  const found = await inTransaction(ctx, ({ db, actor }) => repository.fileOfRun(db, actor, params.id));
  if (!found?.file || !found.file_name) throw new AppError('ReportRunNotFound', { status: 404 });
  const { file, file_name: name } = found;
  const format = found.format as keyof typeof REPORT_FILE_TYPES;
  return { body: recorded(ctx, { kind: `report-${format}`, name }, once(file)), type: REPORT_FILE_TYPES[format], name };
}

async function* once(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield file;
}

export async function removeRun(
  { db, actor }: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<HandlerData<typeof removeEndpoint>> {
  if (!(await repository.deleteRun(db, actor, params.id))) throw new AppError('ReportRunNotFound', { status: 404 });
  return {};
}

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
export interface RunTools {
  /** As the interface, so that a file is made under its owner's rights and nobody else's. */
  readonly api: Kysely<Db>;
  readonly reports: Reports;
}

/** Makes the file of a run with its owner's rights. Safe to run twice; a run that was cancelled ends without effect. */
export async function makeRun(ctx: SystemCtx, id: number, { api, reports }: RunTools, isLastAttempt: boolean): Promise<void> {
  const run = await repository.takeRun(ctx.db, id);
  if (!run) return;
  const actor: MemberActor = {
    kind: 'member',
    accountId: run.account_id,
    memberId: run.member_id,
    sessionId: 0,
    isAdmin: run.is_admin,
    mayUseMap: false,
    isPrivateClosed: run.is_closed,
    timeZone: run.time_zone,
  };
  const member: MemberCtx = { ...ctx, actor, db: api };
  const at = (): { at: Date; keptUntil: Date } => ({
    at: ctx.now(),
    keptUntil: new Date(ctx.now().getTime() + REPORT_RUN_DAYS * DAY_MS),
  });
  try {
    const made = await makeReport(member, reports, run, async (rows) => {
      await repository.noteWriting(ctx.db, id, rows);
    });
    await inTransaction(member, (tx) => auditReport(tx, run, made.rows));
    await repository.endRun(ctx.db, id, { ...at(), name: made.name, data: made.data });
  } catch (error) {
    if (!(error instanceof AppError) && !isLastAttempt) throw error;
    await repository.endRun(ctx.db, id, { ...at(), error: error instanceof AppError ? error.key : 'SomethingWentWrong' });
    if (!(error instanceof AppError)) throw error;
  }
}

export async function dropOldRuns({ db, now, log }: SystemCtx): Promise<void> {
  const dropped = await repository.dropRuns(db, now(), new Date(now().getTime() - FORGOTTEN_MS));
  if (dropped > 0) log.info({ dropped }, 'files of reports that are kept no longer were dropped');
}
