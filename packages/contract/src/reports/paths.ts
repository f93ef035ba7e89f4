import type { Path } from '../path.ts';

export const PATHS = {
  'reports.summary': ['POST', '/user/triplog/report/summary', 'reads'],
  'reports.benefit-value': ['POST', '/user/triplog/report/benefit-value', 'reads'],
  'reports.fuel': ['POST', '/user/triplog/report/fuel', 'reads'],
  'reports.export': ['GET', '/user/triplog/report/{report}/file/{format}', 'writes'],
  'reports.start-run': ['POST', '/user/triplog/report-runs'],
  'reports.runs': ['GET', '/user/triplog/report-runs'],
  'reports.run-file': ['GET', '/user/triplog/report-runs/{id}/file', 'writes'],
  'reports.remove-run': ['DELETE', '/user/triplog/report-runs/{id}'],
  'reports.presets': ['GET', '/user/triplog/report-presets'],
  'reports.add-preset': ['POST', '/user/triplog/report-presets'],
  'reports.update-preset': ['PUT', '/user/triplog/report-presets/{id}'],
  'reports.remove-preset': ['DELETE', '/user/triplog/report-presets/{id}'],
} as const satisfies Record<string, Path>;
