import type { Path } from '../path.ts';

export const PATHS = {
  'eco.green-driving': ['POST', '/user/triplog/report/green-driving', 'reads'],
  'eco.events': ['POST', '/user/triplog/report/green-driving/events', 'reads'],
  'eco.settings': ['GET', '/administration/eco-driving/settings'],
  'eco.save-settings': ['PUT', '/administration/eco-driving/settings'],
} as const satisfies Record<string, Path>;
