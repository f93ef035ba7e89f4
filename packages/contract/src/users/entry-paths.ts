import type { Path } from '../path.ts';

/** The calls of this feature that the sign-in page makes; that page loads these and no others (NFR-001). */
export const ENTRY_PATHS = {
  'users.report-crash': ['POST', '/user/notify-dev'],
} as const satisfies Record<string, Path>;
