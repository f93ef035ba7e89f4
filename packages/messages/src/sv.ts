import type { MessageKey } from './keys.ts';
import { accounts } from './sv/accounts.ts';
import { alarms } from './sv/alarms.ts';
import { attestation } from './sv/attestation.ts';
import { auth } from './sv/auth.ts';
import { commands } from './sv/commands.ts';
import { daysOff } from './sv/days-off.ts';
import { drivers } from './sv/drivers.ts';
import { entry } from './sv/entry.ts';
import { errors } from './sv/errors.ts';
import { exportTexts } from './sv/exports.ts';
import { integrations } from './sv/integrations.ts';
import { map } from './sv/map.ts';
import { objectDescription } from './sv/object-description.ts';
import { reports } from './sv/reports.ts';
import { places } from './sv/places.ts';
import { refuelling } from './sv/refuelling.ts';
import { registration } from './sv/registration.ts';
import { service } from './sv/service.ts';
import { shell } from './sv/shell.ts';
import { support } from './sv/support.ts';
import { tracking } from './sv/tracking.ts';
import { tripLog } from './sv/trip-log.ts';
import { trips } from './sv/trips.ts';
import { unitSettings } from './sv/unit-settings.ts';
import { units } from './sv/units.ts';
import { users } from './sv/users.ts';

export const sv = {
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
