import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, day, id, idList, imei, instant, language, nameList, nothing } from '../fields.ts';
import { BULK_MAX } from '../limits.ts';
import { SUMMARY_GROUPS } from './endpoints.ts';
import { fileOrder, fileShow, inOrder, reportFilter } from './filter.ts';
import { REPORT_IDS } from './tables.ts';

/** REP-015. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Units times months from which on a file is made in the background (REP-016). */
export const REPORT_DIRECT_MAX = 1200;
/** A finished file is kept so many days. */
export const REPORT_RUN_DAYS = 7;
/** Of one member, at once. */
export const REPORT_RUNS_MAX = 20;

const reportErrors = ['PeriodMaxMonths', 'UnitNotFound', 'BasicSubscription', 'ReportNotOffered'] as const;

export const exportReport = defineEndpoint({
  id: 'reports.export',
  kind: 'file',
  access: 'user',
  summary: 'A report as CSV, XLSX or PDF; one over very many units is asked for with `reports.start-run`',
  params: z.object({ report: z.enum(REPORT_IDS), format: z.enum(REPORT_FORMATS) }),
  query: inOrder(
    z.object({
      from: day,
      to: day,
      group_by: z.enum(SUMMARY_GROUPS).default('unit'),
      imeis: commaList.pipe(z.array(imei).max(BULK_MAX)),
      driver_ids: idList,
      departments: nameList,
      sort: fileOrder,
      show: fileShow,
      lang: language.optional(),
    }),
  ),
  data: z.unknown(),
  errors: [...reportErrors, 'ReportNeedsRun'],
});

/** What a run is doing: it waits, reads, writes the file, or has come to an end. */
export const RUN_STATES = ['queued', 'reading', 'writing', 'done', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

export const startReportRun = defineEndpoint({
  id: 'reports.start-run',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Make the file of a report in the background; the answer is the number by which its run is known (REP-016)',
  body: inOrder(
    reportFilter.extend({
      report: z.enum(REPORT_IDS),
      format: z.enum(REPORT_FORMATS),
      group_by: z.enum(SUMMARY_GROUPS).default('unit'),
      sort: fileOrder,
      show: fileShow,
      lang: language.optional(),
    }),
  ),
  data: z.object({ job_id: z.number().int() }),
  errors: [...reportErrors, 'TooManyReportRuns'],
});

export const listReportRuns = defineEndpoint({
  id: 'reports.runs',
  kind: 'json',
  access: 'user',
  summary: 'Your own reports that are made in the background, the newest first',
  data: z.object({
    runs: z.array(
      z.object({
        id: z.number().int(),
        report: z.enum(REPORT_IDS),
        format: z.enum(REPORT_FORMATS),
        from: z.string(),
        to: z.string(),
        state: z.enum(RUN_STATES),
        /** Of 100. */
        progress: z.number().int(),
        rows: z.number().int().nullable(),
        bytes: z.number().int().nullable(),
        /** A key that says why nothing came of it. */
        error: z.string().nullable(),
        asked_at: instant,
        ended_at: instant.nullable(),
        kept_until: instant.nullable(),
      }),
    ),
  }),
});

export const reportRunFile = defineEndpoint({
  id: 'reports.run-file',
  kind: 'file',
  access: 'user',
  summary: 'The file that a run has made',
  params: z.object({ id }),
  data: z.unknown(),
  errors: ['ReportRunNotFound'],
});

export const removeReportRun = defineEndpoint({
  id: 'reports.remove-run',
  token: 'shut',
  kind: 'json',
  access: 'user',
  summary: 'Cancel a run, or throw its file away',
  params: z.object({ id }),
  data: nothing,
  errors: ['ReportRunNotFound'],
});
