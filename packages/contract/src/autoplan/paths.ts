import type { Path } from '../path.ts';

export const PATHS = {
  'autoplan.settings': ['GET', '/administration/autoplan/settings'],
  'autoplan.save-settings': ['PUT', '/administration/autoplan/settings'],
  'autoplan.test': ['POST', '/administration/autoplan/settings/test'],
  'autoplan.status': ['GET', '/administration/autoplan/status'],
  'autoplan.report': ['POST', '/administration/autoplan/report'],
} as const satisfies Record<string, Path>;
