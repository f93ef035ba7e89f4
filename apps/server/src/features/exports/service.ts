import { visibleUnitIds } from '../../core/fleet/visible-units.ts';
import { daysCovered, isWithinMonths } from '@spora/calendar/days';
import type { HandlerInput } from '@spora/contract/endpoint';
import type { downloadLog as downloadEndpoint, ExportFormat, ExportQuery, FileKind } from '@spora/contract/exports/endpoints';
import { LOG_MAX_MONTHS, ROUTE_MAX_DAYS } from '@spora/contract/limits';
import type { TripTolls } from '../../core/reports.ts';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import { recorded } from '../../platform/documents/exported-file.ts';
import type { FileAnswer } from '../../platform/http/mount.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import { writeCsv } from './csv.ts';
import { type LogExport, openLog } from './log.ts';
import { writePdf } from './pdf/service.ts';
import { writeJson } from './sealed/service.ts';
import { writeWorkbook } from './xlsx.ts';

export const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
export const WRITERS: Readonly<Record<ExportFormat, (log: LogExport) => AsyncIterable<string | Uint8Array>>> = {
  csv: writeCsv,
  json: writeJson,
  xlsx: writeWorkbook,
  pdf: writePdf,
};

/** API-075: what the filter shows, as a file. The account's zone is the only one in it (REP-018). */
export async function downloadLog(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof downloadEndpoint>,
  { language, host }: Pick<RequestFacts, 'language' | 'host'>,
  tripTolls?: TripTolls,
): Promise<FileAnswer> {
  const { format } = params;
  requirePeriod(query, format);
  const log = await inTransaction(ctx, async (tx) => {
    // ERR-010: a file has no place to say that there is nothing it could be about.
    if (query.imeis.length === 0 && (await visibleUnitIds(tx)).length === 0)
      throw new AppError('NoTrackerForUser', { status: 404 });
    const opened = await openLog(tx, ctx, query, { format, host, language: query.lang ?? language, tripTolls });
    await auditExport(tx, opened, format);
    return opened;
  });
  const name = `${log.words.t('ExportFileName')}-${query.from}-${query.to}.${format}`;
  const kind: FileKind = `log-${format}`;
  return { body: recorded(ctx, { kind, name }, WRITERS[format](log)), type: TYPES[format], name };
}

function requirePeriod({ from, to, routes }: ExportQuery, format: ExportFormat): void {
  if (!isWithinMonths(from, to, LOG_MAX_MONTHS)) throw new AppError('PeriodMaxMonths');
  if (routes && format === 'pdf' && daysCovered(from, to) > ROUTE_MAX_DAYS) throw new AppError('RouteMaxDays');
}

/**
 * ADM-018: on record before the first byte leaves, so that an export that is broken off is told too. How many trips it holds is not said:
 * its owner's private ones are among them, also while nobody else is told that they are (TRIP-032).
 */
const auditExport = (ctx: MemberCtx, { facts }: LogExport, format: ExportFormat): Promise<void> =>
  audit(ctx, 'log-exported', facts.units.length === 1 ? (facts.units[0]?.name ?? '') : '', {
    format,
    from: facts.query.from,
    to: facts.query.to,
  });
