import { z } from 'zod';
import { msg } from '@spora/messages/keys';
import { defineEndpoint } from '../endpoint.ts';
import { commaList, day, idList, imei, instant, language, nameList, nothing } from '../fields.ts';
import { BULK_MAX } from '../limits.ts';
import { TRIP_SORTS } from '../trips/endpoints.ts';
import { TRIP_TYPES } from '../units/values.ts';
import { EXPORT_FORMATS, LIST_FILES, LIST_FORMATS } from './values.ts';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const metres = z.coerce.number().int().min(0).max(10_000_000).nullable().default(null);

/** The filter of `trips.generate` as a query: an export holds what the same filter shows (a test compares the two). */
export const exportQuery = z.object({
  from: day,
  /** Inclusive. */
  to: day,
  imeis: commaList.pipe(z.array(imei).max(BULK_MAX)),
  types: commaList.pipe(z.array(z.enum(TRIP_TYPES))),
  search: z.string().trim().max(100).default(''),
  driver_ids: idList,
  departments: nameList,
  tags: nameList,
  projects: nameList,
  place_ids: idList,
  purpose_missing: z.stringbool().default(false),
  driver_missing: z.stringbool().default(false),
  odometer_gap: z.stringbool().default(false),
  odometer_explained: z.stringbool().default(false),
  outside_working_hours: z.stringbool().default(false),
  min_distance_m: metres,
  max_distance_m: metres,
  attested: z.enum(['any', 'yes', 'no']).default('any'),
  sort: z.enum(TRIP_SORTS).default('time'),
  /** A log on paper is read from its first day on. */
  descending: z.stringbool().default(false),
  /** Of a PDF: with a drawing of each business trip's route, at most seven days (DEC-43). */
  routes: z.stringbool().default(false),
  lang: language.optional(),
});
export type ExportQuery = z.output<typeof exportQuery>;

export const downloadLog = defineEndpoint({
  id: 'exports.download',
  kind: 'file',
  access: 'user',
  summary: 'The trip log as CSV, XLSX, PDF or JSON, with the filter of the log (API-075)',
  params: z.object({ format: z.enum(EXPORT_FORMATS) }),
  query: exportQuery.refine((query) => query.to >= query.from, { path: ['to'], error: msg('EndDateMustBeAfterStart') }),
  data: z.unknown(),
  errors: ['PeriodMaxMonths', 'UnitNotFound', 'RouteMaxDays', 'ExportTooLong', 'BasicSubscription', 'NoTrackerForUser'],
});

/** ADM-018: the browser makes the file, once this has answered. */
export const recordList = defineEndpoint({
  id: 'exports.record-list',
  kind: 'json',
  access: 'user',
  // Files are made for people and their browsers.
  token: 'shut',
  summary: 'Puts in the audit log that a file is made of a list as a page shows it',
  body: z
    .object({
      list: z.enum(LIST_FILES),
      format: z.enum(LIST_FORMATS),
      imei: imei.optional(),
      from: day.optional(),
      to: day.optional(),
      rows: z.number().int().min(0).max(1_000_000),
    })
    .refine(({ from, to }) => !from || !to || to >= from, { path: ['to'], error: msg('EndDateMustBeAfterStart') }),
  data: nothing,
  errors: ['UnitNotFound'],
});

/** What a file is of which the installation knows the fingerprint. */
export const FILE_KINDS = ['log-csv', 'log-xlsx', 'log-pdf', 'log-json', 'report-csv', 'report-xlsx', 'report-pdf'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** The public keys by which sealed periods are verified, also those that seal no more. */
export const verifyKeys = defineEndpoint({
  id: 'exports.verify-keys',
  kind: 'json',
  access: 'public',
  summary: 'The public keys of sealed periods',
  data: z.object({
    keys: z.array(
      z.object({ id: z.string(), jwk: z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() }) }),
    ),
  }),
});

/** Tells of a fingerprint whether it is that of a file of ours, and nothing of whose it is. */
export const verifyFile = defineEndpoint({
  id: 'exports.verify-file',
  kind: 'json',
  access: 'public',
  summary: 'Whether a file with this SHA-256 left this installation',
  body: z.object({
    sha256: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, msg('InvalidInput')),
  }),
  data: z.object({ file: z.object({ kind: z.enum(FILE_KINDS), at: instant }).nullable() }),
});
