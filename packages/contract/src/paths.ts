import { PATHS as accounts } from './accounts/paths.ts';
import { PATHS as alarms } from './alarms/paths.ts';
import { PATHS as attestation } from './attestation/paths.ts';
import { PATHS as auth } from './auth/paths.ts';
import { PATHS as autoplan } from './autoplan/paths.ts';
import { PATHS as bookings } from './bookings/paths.ts';
import { PATHS as commands } from './commands/paths.ts';
import { PATHS as daysOff } from './days-off/paths.ts';
import { PATHS as drivers } from './drivers/paths.ts';
import { PATHS as eco } from './eco/paths.ts';
import { PATHS as exportsOfLog } from './exports/paths.ts';
import { PATHS as integrations } from './integrations/paths.ts';
import { PATHS as maintenance } from './maintenance/paths.ts';
import { PATHS as modes } from './modes/paths.ts';
import { PATHS as objectDescription } from './object-description/paths.ts';
import { PATHS as places } from './places/paths.ts';
import { PATHS as refuelling } from './refuelling/paths.ts';
import { PATHS as registration } from './registration/paths.ts';
import { PATHS as reports } from './reports/paths.ts';
import { PATHS as safeReturn } from './safe-return/paths.ts';
import { PATHS as secondFactor } from './second-factor/paths.ts';
import { PATHS as sensors } from './sensors/paths.ts';
import { PATHS as sharing } from './sharing/paths.ts';
import { PATHS as singleSignOn } from './single-sign-on/paths.ts';
import { PATHS as support } from './support/paths.ts';
import { PATHS as today } from './today/paths.ts';
import { PATHS as tolls } from './tolls/paths.ts';
import { PATHS as tracking } from './tracking/paths.ts';
import { PATHS as trips } from './trips/paths.ts';
import { PATHS as units } from './units/paths.ts';
import { PATHS as users } from './users/paths.ts';
import { PATHS as zones } from './zones/paths.ts';
import { fillPath, type Path } from './path.ts';

/** Every path of the interface (API-010), relative to the API base. A feature is one line here; its calls stand in its own `paths.ts`. */
export const PATHS = {
  ...accounts,
  ...alarms,
  ...attestation,
  ...auth,
  ...autoplan,
  ...bookings,
  ...commands,
  ...daysOff,
  ...drivers,
  ...eco,
  ...exportsOfLog,
  ...integrations,
  ...maintenance,
  ...modes,
  ...objectDescription,
  ...places,
  ...refuelling,
  ...registration,
  ...reports,
  ...safeReturn,
  ...secondFactor,
  ...sensors,
  ...sharing,
  ...singleSignOn,
  ...support,
  ...today,
  ...tolls,
  ...tracking,
  ...trips,
  ...units,
  ...users,
  ...zones,
} as const satisfies Record<string, Path>;

export type PathId = keyof typeof PATHS;

/** Fills the parameters of a path; throws when one is missing, which is a bug in the caller. */
export const pathOf = (id: PathId, params: Record<string, string | number> = {}): string => fillPath(id, PATHS[id][1], params);
