import type { Path } from '../path.ts';

export const PATHS = {
  'reports.summary': ['POST', '/user/triplog/report/summary', 'reads'],
} as const satisfies Record<string, Path>;
