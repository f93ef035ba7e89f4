import { localTimeIn } from '@spora/calendar/zones';
import { createHash } from 'node:crypto';
import type { DaySpan } from '@spora/calendar/days';
import type { ReportId } from '@spora/contract/reports/tables';
import type { Kysely } from 'kysely';
import { AppError } from '../../../../platform/app-error.ts';
import { writeAudit } from '../../../../platform/observing/audit.ts';
import { type Ctx, inTransaction, type MemberActor, type MemberCtx } from '../../../../platform/ctx.ts';
import type { Db } from '../../../../platform/database/db.generated.ts';
import { type Fingerprint, keepFingerprint } from '../../../../platform/documents/exported-file.ts';
import { keepMailFile, MAIL_FILE_MAX_BYTES, orderMail } from '../../../../platform/mail/order.ts';
import type { MailFile } from '../../../../platform/ports.ts';
import { type LogExport, openLog } from '../../log.ts';
import { makeReport, type Reports } from '../../../reports/files/api.ts';
import { TYPES, WRITERS } from '../../service.ts';
import { requireReceiver } from '../policy.ts';
import type { KeptSchedule } from '../repository.ts';
import { dueDay, nextDay, periodBefore } from '../rules.ts';
import * as repository from './repository.ts';
import { visibleUnitIds } from '../../../../core/fleet/visible-units.ts';

/** Longer than any file takes to be made. */
const TURN_MS = 10 * 60_000;
/** Then the next period gets its turn. */
const ATTEMPTS = 5;

export interface MadeLog {
  /** Null when there is nothing in it, or when it is more than a mail carries. */
  readonly file: (MailFile & { readonly fingerprint: Fingerprint }) | null;
  readonly outcome: 'sent' | 'empty' | 'link';
  readonly trips: number;
}

/** Makes the file of a period as its owner may see it now; for anybody else's eyes with every private trip masked (TRIP-032). */
export async function makeLog(
  ctx: MemberCtx,
  schedule: Pick<KeptSchedule, 'report' | 'filter' | 'format' | 'language'>,
  span: DaySpan,
  { host, reports, masksAll }: { readonly host: string; readonly reports: Reports; readonly masksAll: boolean },
): Promise<MadeLog> {
  requireReceiver(ctx.actor);
  const { report } = schedule;
  if (report !== 'log') return makeReportFile(ctx, { ...schedule, report }, span, reports, masksAll);
  const { unit_ids: named, group_by: _by, ...filter } = schedule.filter;
  const { format, language } = schedule;
  const query = { ...filter, ...span, imeis: [], sort: 'time' as const, descending: false, routes: false, lang: language };
  try {
    const log = await inTransaction(ctx, async (tx) => {
      const visible = await visibleUnitIds(tx);
      const unitIds = named?.filter((id) => visible.includes(id));
      if (unitIds?.length === 0) throw new AppError('ScheduleNoUnit');
      const { tripTolls } = reports.others;
      return openLog(tx, ctx, query, { format, host, language, masksAll, tripTolls, ...(unitIds ? { unitIds } : {}) });
    });
    if (log.count === 0 && log.refuellings.length === 0) return { file: null, outcome: 'empty', trips: 0 };
    const data = await collect(WRITERS[format](log));
    if (!data) return { file: null, outcome: 'link', trips: log.count };
    return { file: fileOf(log, data, format), outcome: 'sent', trips: log.count };
  } catch (error) {
    if (error instanceof AppError && error.key === 'ExportTooLong') return { file: null, outcome: 'link', trips: 0 };
    throw error;
  }
}

/**
 * REP-015: the report of a period as its owner may see it; for other eyes as if none of the private trips were theirs, as whoever may not
 * be told them sees it (decision 0039).
 */
async function makeReportFile(
  ctx: MemberCtx,
  { report, filter, format, language }: Pick<KeptSchedule, 'filter' | 'format' | 'language'> & { readonly report: ReportId },
  span: DaySpan,
  reports: Reports,
  masksAll: boolean,
): Promise<MadeLog> {
  const seen = masksAll ? { ...ctx, actor: { ...ctx.actor, isPrivateClosed: true } } : ctx;
  const imeis = filter.unit_ids && (await inTransaction(ctx, ({ db }) => repository.imeisOf(db, filter.unit_ids ?? [])));
  if (imeis?.length === 0) throw new AppError('ScheduleNoUnit');
  const asked = {
    ...span,
    groupBy: filter.group_by ?? 'unit',
    imeis: imeis ?? [],
    driverIds: filter.driver_ids,
    departments: filter.departments,
  };
  const { data, name, rows } = await makeReport(seen, reports, { report, format, language, asked });
  if (rows === 0) return { file: null, outcome: 'empty', trips: 0 };
  if (data.length > MAIL_FILE_MAX_BYTES) return { file: null, outcome: 'link', trips: rows };
  const sha256 = createHash('sha256').update(data).digest();
  const fingerprint = { kind: `report-${format}` as const, name, at: new Date(0), sha256, bytes: data.length };
  return { file: { name, contentType: TYPES[format], data, fingerprint }, outcome: 'sent', trips: rows };
}

function fileOf({ words, facts: { query } }: LogExport, data: Buffer, format: KeptSchedule['format']) {
  const name = `${words.t('ExportFileName')}-${query.from}-${query.to}.${format}`;
  const sha256 = createHash('sha256').update(data).digest();
  const fingerprint = { kind: `log-${format}` as const, name, at: new Date(0), sha256, bytes: data.length };
  return { name, contentType: TYPES[format], data, fingerprint };
}

/** All of it, or undefined as soon as it is more than a mail carries. */
async function collect(pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const part = Buffer.from(piece as Uint8Array);
    bytes += part.length;
    if (bytes > MAIL_FILE_MAX_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export interface Letter {
  readonly schedule: KeptSchedule;
  readonly owner: Pick<MemberActor, 'accountId' | 'memberId'> & { readonly name: string };
  readonly subsiteId: number;
  readonly span: DaySpan;
  readonly at: Date;
  readonly isTest: boolean;
}

/** Orders the mails of a file, one each, with its fingerprint and the line in the audit log; answers their ids. */
export async function orderLetters(
  db: Kysely<Db>,
  { schedule, owner, subsiteId, span, at, isTest }: Letter,
  { file, trips, outcome }: MadeLog,
  receivers: readonly repository.Receiver[],
): Promise<number[]> {
  const { accountId } = owner;
  const fileId = file && (await keepMailFile(db, accountId, file));
  if (file) await keepFingerprint(db, owner, { ...file.fingerprint, at });
  const ids = [];
  for (const { full_name, email, language } of receivers)
    ids.push(
      await orderMail(db, {
        template: 'log-by-mail',
        params: {
          fullName: full_name,
          ownerName: owner.name,
          scheduleName: schedule.name,
          ...span,
          trips,
          isEmpty: outcome === 'empty',
          isAttached: outcome === 'sent',
          isTest,
          report: schedule.report,
        },
        to: email,
        language,
        subsiteId,
        accountId,
        at,
        fileId,
      }),
    );
  if (file)
    await writeAudit(db, {
      accountId,
      at,
      actor: isTest ? { kind: 'member', memberId: owner.memberId } : { kind: 'system' },
      action: schedule.report === 'log' ? 'log-exported' : 'report-exported',
      subject: schedule.name,
      details: { format: schedule.format, ...span, recipients: receivers.length },
    });
  return ids.filter((id) => id !== null);
}

type SystemCtx = Ctx<{ readonly kind: 'system' }>;
export interface SendingTools {
  /** As the interface, so that a file is made under its owner's rights and nobody else's. */
  readonly api: Kysely<Db>;
  /** Where the brand's own files are verified. */
  readonly hostOf: (subsiteId: number) => string;
  readonly reports: Reports;
}

/** TRIP-016: everything that is due. Safe to run at any time, twice, and at once with others. */
export async function sendDue(ctx: SystemCtx, tools: SendingTools): Promise<void> {
  const { db, now, log } = ctx;
  if (!ctx.ports.mail.isAvailable) return;
  await repository.passOver(db, now());
  let sent = 0;
  for (;;) {
    const due = await repository.takeDue(db, now(), new Date(now().getTime() + TURN_MS));
    if (!due) break;
    try {
      if (await sendOne(ctx, due, tools)) sent += 1;
    } catch (error) {
      // It is taken up again when its turn is over.
      log.error({ err: error, schedule: due.id, attempt: due.attempts }, 'a log by mail could not be made');
    }
  }
  if (sent > 0) log.info({ sent }, 'logs were sent by mail');
}

async function sendOne(ctx: SystemCtx, due: repository.DueSchedule, tools: SendingTools): Promise<boolean> {
  const day = dueDay(due.every, due.next_on, localTimeIn(ctx.now(), due.time_zone).slice(0, 10));
  const span = periodBefore(due.every, day);
  const settled = { span, nextOn: nextDay(due.every, day), at: ctx.now() };
  const giveUp = async (error: string): Promise<boolean> => {
    await repository.settle(ctx.db, due, { ...settled, outcome: 'failed', error });
    return false;
  };
  if (due.attempts > ATTEMPTS) return giveUp('ScheduleFailed');
  const receivers = await repository.receiversOf(ctx.db, due.account_id, due.recipient_ids);
  if (receivers.length === 0) return giveUp('ScheduleNoRecipient');
  const actor: MemberActor = {
    kind: 'member',
    accountId: due.account_id,
    memberId: due.member_id,
    sessionId: 0,
    isAdmin: due.owner_is_admin,
    mayUseMap: false,
    isPrivateClosed: due.owner_is_closed,
    timeZone: due.time_zone,
  };
  let made: MadeLog;
  try {
    made = await makeLog({ ...ctx, actor, db: tools.api }, due, span, {
      host: tools.hostOf(due.subsite_id),
      reports: tools.reports,
      masksAll: isForOthers(due),
    });
  } catch (error) {
    if (error instanceof AppError) return giveUp(error.key);
    throw error;
  }
  const owner = { accountId: due.account_id, memberId: due.member_id, name: due.owner_name };
  const letter = { schedule: due, owner, subsiteId: due.subsite_id, span, at: settled.at, isTest: false };
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await repository.settle(tx, due, { ...settled, outcome: made.outcome, error: null }))) return false;
    await repository.noteMails(tx, due.id, await orderLetters(tx, letter, made, receivers));
    return true;
  });
}

/** Whether anybody but its owner receives it. */
export const isForOthers = ({ recipient_ids, member_id }: Pick<KeptSchedule, 'recipient_ids' | 'member_id'>): boolean =>
  recipient_ids.some((id) => id !== member_id);
