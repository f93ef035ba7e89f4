import type { PathId } from '@spora/contract/paths';
import { accounts } from './accounts.ts';
import { addresses } from './addresses.ts';
import { alarms } from './alarms.ts';
import { attestation } from './attestation.ts';
import { auth } from './auth.ts';
import { autoplan } from './autoplan.ts';
import { bookings } from './bookings.ts';
import { commands } from './commands.ts';
import { daysOff } from './days-off.ts';
import { drivers } from './drivers.ts';
import { eco } from './eco.ts';
import { exports } from './exports.ts';
import { integrations } from './integrations.ts';
import { maintenance } from './maintenance.ts';
import { modes } from './modes.ts';
import { objectDescription } from './object-description.ts';
import { places } from './places.ts';
import { refuelling } from './refuelling.ts';
import { registration } from './registration.ts';
import { reports } from './reports.ts';
import { safeReturn } from './safe-return.ts';
import { secondFactor } from './second-factor.ts';
import { sensors } from './sensors.ts';
import { sharing } from './sharing.ts';
import { singleSignOn } from './single-sign-on.ts';
import { support } from './support.ts';
import { today } from './today.ts';
import { tolls } from './tolls.ts';
import { tracking } from './tracking.ts';
import { trips } from './trips.ts';
import { units } from './units.ts';
import { users } from './users.ts';
import { zones } from './zones.ts';
import type { RightCall } from './right-call.ts';

/** The table of the whole interface, one part a feature: an endpoint without a row does not compile. */
export const RIGHT_CALLS: Record<PathId, RightCall> = {
  ...accounts,
  ...addresses,
  ...alarms,
  ...attestation,
  ...auth,
  ...autoplan,
  ...bookings,
  ...commands,
  ...daysOff,
  ...drivers,
  ...eco,
  ...exports,
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
};
