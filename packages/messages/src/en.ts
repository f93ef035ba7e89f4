import { accounts } from './en/accounts.ts';
import { alarms } from './en/alarms.ts';
import { attestation } from './en/attestation.ts';
import { auth } from './en/auth.ts';
import { commands } from './en/commands.ts';
import { daysOff } from './en/days-off.ts';
import { drivers } from './en/drivers.ts';
import { entry } from './en/entry.ts';
import { errors } from './en/errors.ts';
import { exportTexts } from './en/exports.ts';
import { integrations } from './en/integrations.ts';
import { map } from './en/map.ts';
import { objectDescription } from './en/object-description.ts';
import { reports } from './en/reports.ts';
import { places } from './en/places.ts';
import { refuelling } from './en/refuelling.ts';
import { registration } from './en/registration.ts';
import { service } from './en/service.ts';
import { shell } from './en/shell.ts';
import { support } from './en/support.ts';
import { tracking } from './en/tracking.ts';
import { tripLog } from './en/trip-log.ts';
import { trips } from './en/trips.ts';
import { unitSettings } from './en/unit-settings.ts';
import { units } from './en/units.ts';
import { users } from './en/users.ts';

/** The English catalogue (ICU messages); it is the type that the others satisfy. */
export const en = {
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
} as const;
