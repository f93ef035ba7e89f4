import type { Path } from '../path.ts';

export const PATHS = {
  'safe-return.list': ['GET', '/administration/safe-home/list'],
  'safe-return.latest-position': ['GET', '/administration/safe-home/latest-position'],
  'safe-return.switch': ['PUT', '/administration/safe-home/toggle-status'],
  'safe-return.save-home': ['PUT', '/administration/safe-home/set-geofence'],
  'safe-return.remove-home': ['DELETE', '/administration/safe-home/set-geofence/{imei}'],
  'safe-return.save-schedule': ['PUT', '/administration/safe-home/schedule-alert'],
  'safe-return.skip': ['PUT', '/administration/safe-home/skip'],
} as const satisfies Record<string, Path>;
