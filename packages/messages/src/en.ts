import { accounts } from './accounts/en.ts';
import { alarmLink } from './alarm-link/en.ts';
import { alarms } from './alarms/en.ts';
import { attestation } from './attestation/en.ts';
import { audit } from './audit/en.ts';
import { auth } from './auth/en.ts';
import { autoplan } from './autoplan/en.ts';
import { bookings } from './bookings/en.ts';
import { bookingScreens } from './booking-screens/en.ts';
import { commands } from './commands/en.ts';
import { daysOff } from './days-off/en.ts';
import { drivers } from './drivers/en.ts';
import { eco } from './eco/en.ts';
import { entry } from './entry/en.ts';
import { errors } from './errors/en.ts';
import { exportTexts } from './exports/en.ts';
import { integrations } from './integrations/en.ts';
import { map } from './map/en.ts';
import { modes } from './modes/en.ts';
import { objectDescription } from './object-description/en.ts';
import { reports } from './reports/en.ts';
import { places } from './places/en.ts';
import { push } from './push/en.ts';
import { refuelling } from './refuelling/en.ts';
import { registration } from './registration/en.ts';
import { service } from './maintenance/en.ts';
import { safeReturn } from './safe-return/en.ts';
import { safeReturnScreens } from './safe-return-screens/en.ts';
import { secondFactor } from './second-factor/en.ts';
import { sensors } from './sensors/en.ts';
import { shell } from './shell/en.ts';
import { sharedPosition } from './shared-position/en.ts';
import { sharing } from './sharing/en.ts';
import { singleSignOn } from './single-sign-on/en.ts';
import { support } from './support/en.ts';
import { today } from './today/en.ts';
import { tolls } from './tolls/en.ts';
import { tracking } from './tracking/en.ts';
import { tripLog } from './trip-log/en.ts';
import { trips } from './trips/en.ts';
import { unitSettings } from './unit-settings/en.ts';
import { units } from './units/en.ts';
import { users } from './users/en.ts';
import { zoneScreens } from './zone-screens/en.ts';
import { zones } from './zones/en.ts';

/** The English catalogue (ICU messages); it is the type that the others satisfy. */
export const en = {
  ...entry,
  ...errors,
  ...shell,
  ...map,
  ...audit,
  ...auth,
  ...autoplan,
  ...bookings,
  ...bookingScreens,
  ...accounts,
  ...modes,
  ...objectDescription,
  ...places,
  ...push,
  ...refuelling,
  ...registration,
  ...reports,
  ...alarmLink,
  ...alarms,
  ...users,
  ...zones,
  ...units,
  ...unitSettings,
  ...commands,
  ...sensors,
  ...sharedPosition,
  ...sharing,
  ...singleSignOn,
  ...support,
  ...today,
  ...tolls,
  ...tracking,
  ...trips,
  ...daysOff,
  ...drivers,
  ...eco,
  ...attestation,
  ...tripLog,
  ...exportTexts,
  ...service,
  ...integrations,
  ...safeReturn,
  ...safeReturnScreens,
  ...secondFactor,
  ...zoneScreens,
} as const;
