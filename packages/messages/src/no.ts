import type { MessageKey } from './keys.ts';
import { accounts } from './accounts/no.ts';
import { alarmLink } from './alarm-link/no.ts';
import { alarms } from './alarms/no.ts';
import { attestation } from './attestation/no.ts';
import { audit } from './audit/no.ts';
import { auth } from './auth/no.ts';
import { autoplan } from './autoplan/no.ts';
import { bookings } from './bookings/no.ts';
import { bookingScreens } from './booking-screens/no.ts';
import { commands } from './commands/no.ts';
import { daysOff } from './days-off/no.ts';
import { drivers } from './drivers/no.ts';
import { eco } from './eco/no.ts';
import { entry } from './entry/no.ts';
import { errors } from './errors/no.ts';
import { exportTexts } from './exports/no.ts';
import { integrations } from './integrations/no.ts';
import { map } from './map/no.ts';
import { modes } from './modes/no.ts';
import { objectDescription } from './object-description/no.ts';
import { reports } from './reports/no.ts';
import { places } from './places/no.ts';
import { push } from './push/no.ts';
import { refuelling } from './refuelling/no.ts';
import { registration } from './registration/no.ts';
import { service } from './maintenance/no.ts';
import { safeReturn } from './safe-return/no.ts';
import { safeReturnScreens } from './safe-return-screens/no.ts';
import { secondFactor } from './second-factor/no.ts';
import { sensors } from './sensors/no.ts';
import { shell } from './shell/no.ts';
import { sharedPosition } from './shared-position/no.ts';
import { sharing } from './sharing/no.ts';
import { singleSignOn } from './single-sign-on/no.ts';
import { support } from './support/no.ts';
import { today } from './today/no.ts';
import { tolls } from './tolls/no.ts';
import { tracking } from './tracking/no.ts';
import { tripLog } from './trip-log/no.ts';
import { trips } from './trips/no.ts';
import { unitSettings } from './unit-settings/no.ts';
import { units } from './units/no.ts';
import { users } from './users/no.ts';
import { zoneScreens } from './zone-screens/no.ts';
import { zones } from './zones/no.ts';

export const no = {
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
