import type { MessageKey } from './keys.ts';
import { accounts } from './accounts/sv.ts';
import { alarmLink } from './alarm-link/sv.ts';
import { alarms } from './alarms/sv.ts';
import { attestation } from './attestation/sv.ts';
import { audit } from './audit/sv.ts';
import { auth } from './auth/sv.ts';
import { autoplan } from './autoplan/sv.ts';
import { bookings } from './bookings/sv.ts';
import { bookingScreens } from './booking-screens/sv.ts';
import { commands } from './commands/sv.ts';
import { daysOff } from './days-off/sv.ts';
import { drivers } from './drivers/sv.ts';
import { eco } from './eco/sv.ts';
import { entry } from './entry/sv.ts';
import { errors } from './errors/sv.ts';
import { exportTexts } from './exports/sv.ts';
import { integrations } from './integrations/sv.ts';
import { map } from './map/sv.ts';
import { modes } from './modes/sv.ts';
import { objectDescription } from './object-description/sv.ts';
import { reports } from './reports/sv.ts';
import { places } from './places/sv.ts';
import { push } from './push/sv.ts';
import { refuelling } from './refuelling/sv.ts';
import { registration } from './registration/sv.ts';
import { service } from './maintenance/sv.ts';
import { safeReturn } from './safe-return/sv.ts';
import { safeReturnScreens } from './safe-return-screens/sv.ts';
import { secondFactor } from './second-factor/sv.ts';
import { sensors } from './sensors/sv.ts';
import { shell } from './shell/sv.ts';
import { sharedPosition } from './shared-position/sv.ts';
import { sharing } from './sharing/sv.ts';
import { singleSignOn } from './single-sign-on/sv.ts';
import { support } from './support/sv.ts';
import { today } from './today/sv.ts';
import { tolls } from './tolls/sv.ts';
import { tracking } from './tracking/sv.ts';
import { tripLog } from './trip-log/sv.ts';
import { trips } from './trips/sv.ts';
import { unitSettings } from './unit-settings/sv.ts';
import { units } from './units/sv.ts';
import { users } from './users/sv.ts';
import { zoneScreens } from './zone-screens/sv.ts';
import { zones } from './zones/sv.ts';

export const sv = {
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
} as const satisfies Record<MessageKey, string>;
