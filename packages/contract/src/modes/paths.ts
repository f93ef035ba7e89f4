import type { Path } from '../path.ts';

export const PATHS = {
  'modes.get': ['GET', '/user/terminal/{imei}/mode'],
  'modes.set': ['PUT', '/user/terminal/{imei}/mode'],
  'modes.cancel': ['DELETE', '/user/terminal/{imei}/mode'],
  'modes.start-theft': ['POST', '/user/terminal/{imei}/theft-mode'],
  'modes.end-theft': ['DELETE', '/user/terminal/{imei}/theft-mode'],
  'modes.thefts': ['GET', '/user/theft-mode'],
  'modes.bulk-preview': ['POST', '/user/terminal/mode/preview', 'reads'],
  'modes.bulk': ['POST', '/user/terminal/mode'],
  'modes.report-frequency': ['PUT', '/user/realtime/report-frequency'],
  'modes.active-tracking': ['POST', '/user/realtime/active-tracking'],
  'modes.active-tracking-state': ['GET', '/user/realtime/active-tracking/{imei}'],
} as const satisfies Record<string, Path>;
