import { z } from 'zod';
import * as accountSettings from './accounts/settings.ts';
import * as accounts from './accounts/endpoints.ts';
import * as alarmNumbers from './alarms/alert-numbers.ts';
import * as alarmCentre from './alarms/centre.ts';
import * as alarmLink from './alarms/alarm-link.ts';
import * as alarmReceiverLink from './alarms/receiver-link.ts';
import * as alarmReceivers from './alarms/receivers.ts';
import * as alarmUnitSettings from './alarms/unit-settings.ts';
import * as alarms from './alarms/endpoints.ts';
import * as alarmsPush from './alarms/push.ts';
import * as attestation from './attestation/endpoints.ts';
import * as auth from './auth/endpoints.ts';
import * as autoplan from './autoplan/endpoints.ts';
import * as backOffice from './support/back-office.ts';
import * as bookingRows from './bookings/rows.ts';
import * as bookings from './bookings/endpoints.ts';
import * as commands from './commands/endpoints.ts';
import * as daysOff from './days-off/endpoints.ts';
import * as drivers from './drivers/endpoints.ts';
import * as eco from './eco/endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as exportsOfLog from './exports/endpoints.ts';
import * as integrations from './integrations/endpoints.ts';
import * as maintenance from './maintenance/endpoints.ts';
import * as modes from './modes/endpoints.ts';
import * as objectDescription from './object-description/endpoints.ts';
import * as passengers from './trips/passengers.ts';
import { PATHS } from './paths.ts';
import * as places from './places/endpoints.ts';
import * as readings from './maintenance/readings.ts';
import * as refuelling from './refuelling/endpoints.ts';
import * as registration from './registration/endpoints.ts';
import * as reports from './reports/endpoints.ts';
import * as benefitReport from './reports/benefit.ts';
import * as fuelReport from './reports/fuel.ts';
import * as reportFiles from './reports/files.ts';
import * as reportPresets from './reports/presets.ts';
import * as safeReturn from './safe-return/endpoints.ts';
import * as schedules from './exports/schedules.ts';
import * as secondFactor from './second-factor/endpoints.ts';
import * as sensors from './sensors/endpoints.ts';
import * as sharing from './sharing/endpoints.ts';
import * as singleSignOn from './single-sign-on/endpoints.ts';
import * as support from './support/endpoints.ts';
import * as today from './today/endpoints.ts';
import * as tolls from './tolls/endpoints.ts';
import * as tracking from './tracking/endpoints.ts';
import * as tripChoices from './trips/choices.ts';
import * as trips from './trips/endpoints.ts';
import * as unitFeatures from './units/features.ts';
import * as unitFuel from './units/fuel.ts';
import * as unitSettings from './units/settings.ts';
import * as units from './units/endpoints.ts';
import * as userAddress from './users/address.ts';
import * as users from './users/endpoints.ts';
import * as zones from './zones/endpoints.ts';

/** The files that define endpoints, a line each. What they export of `defineEndpoint` is the interface: nobody lists it again. */
export const ROOMS = [
  accounts,
  accountSettings,
  alarms,
  alarmNumbers,
  alarmCentre,
  alarmsPush,
  alarmLink,
  alarmReceiverLink,
  alarmReceivers,
  alarmUnitSettings,
  attestation,
  auth,
  autoplan,
  bookings,
  bookingRows,
  commands,
  daysOff,
  drivers,
  eco,
  exportsOfLog,
  schedules,
  integrations,
  maintenance,
  readings,
  modes,
  objectDescription,
  places,
  refuelling,
  registration,
  reports,
  benefitReport,
  fuelReport,
  reportFiles,
  reportPresets,
  safeReturn,
  secondFactor,
  sensors,
  sharing,
  singleSignOn,
  support,
  backOffice,
  today,
  tolls,
  tracking,
  trips,
  passengers,
  tripChoices,
  units,
  unitFeatures,
  unitFuel,
  unitSettings,
  users,
  userAddress,
  zones,
] as const;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'id' in value && 'access' in value;

const isShape = (value: unknown): value is z.ZodObject => value instanceof z.ZodObject;

/** What the interface calls its shapes: those that a file of the contract exports, by their names in capitals (`TripFilter`). */
export const SHAPES: ReadonlyMap<string, z.ZodObject> = new Map(
  ROOMS.flatMap((room) => Object.entries<unknown>(room)).flatMap(([name, value]) =>
    isShape(value) ? [[name.charAt(0).toUpperCase() + name.slice(1), value] as const] : [],
  ),
);

const PLACES = new Map(Object.keys(PATHS).map((id, place) => [id, place]));
const placeOf = ({ id }: Endpoint): number => PLACES.get(id) ?? -1;

/** Every endpoint of the interface, in the order of `PATHS`; a test holds that it equals them and the mounted routes. */
export const ENDPOINTS: readonly Endpoint[] = ROOMS.flatMap((room) => Object.values<unknown>(room))
  .filter(isEndpoint)
  .sort((a, b) => placeOf(a) - placeOf(b));
