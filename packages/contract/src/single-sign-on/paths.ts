import type { Path } from '../path.ts';

export const PATHS = {
  'single-sign-on.begin': ['POST', '/single-sign-on/begin'],
  'single-sign-on.finish': ['POST', '/single-sign-on/finish'],
  'single-sign-on.settings': ['GET', '/administration/single-sign-on'],
  'single-sign-on.save': ['PUT', '/administration/single-sign-on'],
  'single-sign-on.test': ['POST', '/administration/single-sign-on/test'],
  'single-sign-on.add-domain': ['POST', '/administration/single-sign-on/domain'],
  'single-sign-on.prove-domain': ['POST', '/administration/single-sign-on/domain/{id}/prove'],
  'single-sign-on.remove-domain': ['POST', '/administration/single-sign-on/domain/{id}/remove'],
  'single-sign-on.unlink': ['POST', '/administration/single-sign-on/link/{id}/remove'],
} as const satisfies Record<string, Path>;
