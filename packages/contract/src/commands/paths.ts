import type { Path } from '../path.ts';

export const PATHS = {
  'commands.io': ['GET', '/user/terminal/{imei}/io'],
  'commands.save-io': ['PUT', '/user/terminal/{imei}/io'],
  'commands.switch-output': ['POST', '/user/terminal/{imei}/output/{n}'],
  'commands.eco-driving': ['GET', '/user/terminal/{imei}/eco-driving'],
  'commands.set-eco-driving': ['POST', '/user/terminal/{imei}/eco-driving'],
  'commands.list': ['GET', '/user/terminal/{imei}/commands'],
  'commands.withdraw': ['DELETE', '/user/terminal/{imei}/commands/{id}'],
} as const satisfies Record<string, Path>;
