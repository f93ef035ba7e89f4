import type { ReportFormat } from '@spora/contract/reports/files';
import type { ReportId } from '@spora/contract/reports/tables';
import type { Language } from '@spora/messages/languages';
import type { Feature } from '../../../core/face.ts';
import { reportWords, sayText } from '../../../core/report-cells.ts';
import { writeReport } from '../../../core/report-file.ts';
import type { ReportAsked, ReportFace, ReportOthers } from '../../../core/reports.ts';
import { AppError } from '../../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../../platform/ctx.ts';
import { makerOf, narrowedTo } from './read-model.ts';

/** The reports of all features, and what they offer each other. */
export interface Reports {
  readonly faces: ReadonlyMap<ReportId, ReportFace>;
  readonly others: ReportOthers;
}

export const reportsOf = (features: readonly Feature[]): Reports => ({
  faces: new Map(features.flatMap(({ reports = [] }) => reports.map((face) => [face.id, face] as const))),
  others: {
    tollsOf: features.find(({ tollCosts }) => tollCosts)?.tollCosts,
    tripTolls: features.find(({ tripTolls }) => tripTolls)?.tripTolls,
  },
});

export function requireFace({ faces }: Reports, report: ReportId): ReportFace {
  const face = faces.get(report);
  if (!face) throw new AppError('ReportNotOffered', { status: 404 });
  return face;
}

export interface MadeReport {
  readonly name: string;
  readonly data: Buffer;
  readonly rows: number;
}

export interface ReportOrder {
  readonly report: ReportId;
  readonly format: ReportFormat;
  readonly asked: ReportAsked;
  readonly language: Language;
}

/** Makes the file of a report as the actor may see it; `onRead` is told when its rows are there and the file is begun. */
export async function makeReport(
  ctx: MemberCtx,
  reports: Reports,
  { report, format, asked, language }: ReportOrder,
  onRead?: (rows: number) => Promise<void>,
): Promise<MadeReport> {
  const face = requireFace(reports, report);
  const { table, maker, narrowed } = await inTransaction(ctx, async (tx) => ({
    table: await face.table(tx, asked, reports.others),
    maker: await makerOf(tx),
    narrowed: await narrowedTo(tx, asked),
  }));
  await onRead?.(table.rows.length);
  const words = reportWords(language, ctx.actor.timeZone);
  const { from, to } = asked;
  const data = await writeReport(format, table, {
    words,
    account: maker.account,
    from,
    to,
    narrowed,
    madeAt: ctx.now(),
    madeBy: maker.full_name,
  });
  return { name: `${fileName(sayText(table.title, words))}-${from}-${to}.${format}`, data, rows: table.rows.length };
}

/** A title as a file is called: small letters, digits and hyphens. */
const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[åäæ]/g, 'a')
    .replaceAll(/[öø]/g, 'o')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
