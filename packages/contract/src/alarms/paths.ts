import type { Path } from '../path.ts';

export const PATHS = {
  'alarms.opt-out': ['POST', '/alertInfo'],
} as const satisfies Record<string, Path>;
