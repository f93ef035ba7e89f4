import type { Path } from '../path.ts';
import { ENTRY_PATHS } from './entry-paths.ts';

export const PATHS = {
  ...ENTRY_PATHS,
  'users.profile': ['GET', '/user/profile'],
  'users.update-profile': ['PUT', '/user/profile'],
  'users.change-email': ['PUT', '/user/profile/email'],
  'users.set-own-two-factor': ['PUT', '/user/profile/two-factor'],
  'users.notice': ['GET', '/user/notice'],
  'users.acknowledge-notice': ['POST', '/user/notice'],
  'users.require-notice': ['PUT', '/administration/notice'],
  'users.preferences': ['GET', '/user/preferences'],
  'users.save-preferences': ['PUT', '/user/preferences'],
  'users.list': ['GET', '/administration/user/list'],
  'users.set-two-factor': ['PUT', '/administration/user/{id}/two-factor'],
  'users.access-matrix': ['GET', '/administration/user/access'],
  'users.change-access': ['POST', '/administration/user/access'],
  'users.import': ['POST', '/administration/user/import'],
  'users.invite': ['POST', '/administration/user'],
  'users.get': ['GET', '/administration/user/{id}'],
  'users.update': ['PUT', '/administration/user/{id}'],
  'users.remove': ['DELETE', '/administration/user/{id}'],
  'users.dependents': ['GET', '/administration/user/{id}/dependents'],
  'users.resend-invitation': ['POST', '/administration/user/{id}/invitation'],
} as const satisfies Record<string, Path>;
