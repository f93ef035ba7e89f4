import type { Path } from '../path.ts';

export const PATHS = {
  'days-off.list': ['GET', '/user/days-off'],
  'days-off.set': ['PUT', '/administration/account/days-off'],
  'days-off.check': ['POST', '/administration/account/days-off/check', 'reads'],
  'days-off.reset': ['DELETE', '/administration/account/days-off/{day}'],
} as const satisfies Record<string, Path>;
