/** REP-001: the reports that there are, by the last part of their call's path (API-074). */
export const REPORT_IDS = ['summary', 'benefit-value', 'fuel', 'congestion', 'green-driving'] as const;
export type ReportId = (typeof REPORT_IDS)[number];

/** The page that shows each; mails lead there (REP-008). */
export const REPORT_PAGES = {
  summary: '/user/reports/summary',
  'benefit-value': '/user/reports/benefit-value',
  fuel: '/user/reports/fuel',
  congestion: '/user/create-triplog/congestionreportnew',
  'green-driving': '/user/create-triplog/green-driving',
} as const satisfies Record<ReportId, string>;

/** What the cells of a report's column hold, which says how they are written, summed and aligned. Distances are in metres, times in UTC. */
export const CELL_KINDS = [
  'text',
  'day',
  'month',
  'moment',
  'count',
  'number',
  'tenths',
  'percent',
  'distance-m',
  'distance-at-sea-m',
  'duration-s',
  'money',
] as const;
export type CellKind = (typeof CELL_KINDS)[number];
