import type { MessageKey } from './keys.ts';
import { accounts } from './no/accounts.ts';
import { alarms } from './no/alarms.ts';
import { attestation } from './no/attestation.ts';
import { auth } from './no/auth.ts';
import { commands } from './no/commands.ts';
import { daysOff } from './no/days-off.ts';
import { drivers } from './no/drivers.ts';
import { entry } from './no/entry.ts';
import { errors } from './no/errors.ts';
import { exportTexts } from './no/exports.ts';
import { integrations } from './no/integrations.ts';
import { map } from './no/map.ts';
import { objectDescription } from './no/object-description.ts';
import { reports } from './no/reports.ts';
import { places } from './no/places.ts';
import { refuelling } from './no/refuelling.ts';
import { registration } from './no/registration.ts';
import { service } from './no/service.ts';
import { shell } from './no/shell.ts';
import { support } from './no/support.ts';
import { tracking } from './no/tracking.ts';
import { tripLog } from './no/trip-log.ts';
import { trips } from './no/trips.ts';
import { unitSettings } from './no/unit-settings.ts';
import { units } from './no/units.ts';
import { users } from './no/users.ts';

export const no = {
  ...entry,
  ...errors,
  ...shell,
  ...map,
  ...auth,
  ...accounts,
  ...objectDescription,
  ...places,
  ...refuelling,
  ...registration,
  ...reports,
  ...alarms,
  ...users,
  ...units,
  ...unitSettings,
  ...commands,
  ...support,
  ...tracking,
  ...trips,
  ...daysOff,
  ...drivers,
  ...attestation,
  ...tripLog,
  ...exportTexts,
  ...service,
  ...integrations,
} as const satisfies Record<MessageKey, string>;
