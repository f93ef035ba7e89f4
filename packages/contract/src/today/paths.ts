import type { Path } from '../path.ts';

export const PATHS = {
  'today.get': ['GET', '/administration/today'],
} as const satisfies Record<string, Path>;
