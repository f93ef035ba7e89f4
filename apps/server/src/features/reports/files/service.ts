import type { HandlerInput } from '@spora/contract/endpoint';
import { type exportReport, REPORT_DIRECT_MAX } from '@spora/contract/reports/files';
import { visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { REPORT_FILE_TYPES } from '../../../core/report-file.ts';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { recorded } from '../../../platform/documents/exported-file.ts';
import type { FileAnswer } from '../../../platform/http/mount.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { askedOf } from '../driven.ts';
import { monthsOf } from '../rules.ts';
import { makeReport, type ReportOrder, type Reports, requireFace } from './api.ts';

/** API-074, REP-015: a report as a file, at once; one over more units and months than that takes is made in the background (REP-016). */
export async function exportReportFile(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof exportReport>,
  { language }: Pick<RequestFacts, 'language'>,
  reports: Reports,
): Promise<FileAnswer> {
  const { report, format } = params;
  requireFace(reports, report);
  const asked = askedOf(query);
  const units =
    asked.imeis.length > 0 ? asked.imeis.length : await inTransaction(ctx, async (tx) => (await visibleUnitIds(tx)).length);
  if (units * monthsOf(asked.from, asked.to).length > REPORT_DIRECT_MAX) throw new AppError('ReportNeedsRun');
  const made = await makeReport(ctx, reports, { report, format, asked, language: query.lang ?? language });
  await inTransaction(ctx, (tx) => auditReport(tx, { report, format, asked }, made.rows));
  const kind = `report-${format}` as const;
  return { body: recorded(ctx, { kind, name: made.name }, one(made.data)), type: REPORT_FILE_TYPES[format], name: made.name };
}

async function* one(data: Buffer): AsyncGenerator<Buffer> {
  yield data;
}

/** ADM-018: on record before the first byte leaves. */
export const auditReport = (
  ctx: MemberCtx,
  { report, format, asked }: Pick<ReportOrder, 'report' | 'format' | 'asked'>,
  rows: number,
): Promise<void> => audit(ctx, 'report-exported', report, { format, from: asked.from, to: asked.to, count: rows });
