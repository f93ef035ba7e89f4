import type { Feature } from './core/face.ts';
import { feature as accounts } from './features/accounts/feature.ts';
import { feature as addresses } from './features/addresses/feature.ts';
import { feature as alarms } from './features/alarms/feature.ts';
import { feature as attestation } from './features/attestation/feature.ts';
import { feature as auth } from './features/auth/feature.ts';
import { feature as autoplan } from './features/autoplan/feature.ts';
import { feature as bookings } from './features/bookings/feature.ts';
import { feature as commands } from './features/commands/feature.ts';
import { feature as daysOff } from './features/days-off/feature.ts';
import { feature as drivers } from './features/drivers/feature.ts';
import { feature as eco } from './features/eco/feature.ts';
import { feature as exports } from './features/exports/feature.ts';
import { feature as integrations } from './features/integrations/feature.ts';
import { webhookListener } from './features/integrations/listeners.ts';
import { feature as maintenance } from './features/maintenance/feature.ts';
import { feature as modes } from './features/modes/feature.ts';
import { feature as objectDescription } from './features/object-description/feature.ts';
import { feature as places } from './features/places/feature.ts';
import { feature as refuelling } from './features/refuelling/feature.ts';
import { feature as registration } from './features/registration/feature.ts';
import { feature as reports } from './features/reports/feature.ts';
import { feature as safeReturn } from './features/safe-return/feature.ts';
import { feature as secondFactor } from './features/second-factor/feature.ts';
import { feature as sensors } from './features/sensors/feature.ts';
import { feature as sharing } from './features/sharing/feature.ts';
import { feature as singleSignOn } from './features/single-sign-on/feature.ts';
import { feature as support } from './features/support/feature.ts';
import { feature as today } from './features/today/feature.ts';
import { feature as tolls } from './features/tolls/feature.ts';
import { feature as tracking } from './features/tracking/feature.ts';
import { feature as trips } from './features/trips/feature.ts';
import { feature as units } from './features/units/feature.ts';
import { feature as users } from './features/users/feature.ts';
import { feature as zones } from './features/zones/feature.ts';
import { type Announce, createAnnounce, listenerOf } from './platform/events/events.ts';

/** The one list of features. Their projections may use those that stand before them, and who listens is told in this order. */
export const FEATURES: readonly Feature[] = [
  trips,
  tracking,
  maintenance,
  drivers,
  accounts,
  addresses,
  alarms,
  attestation,
  auth,
  autoplan,
  bookings,
  commands,
  daysOff,
  eco,
  exports,
  integrations,
  modes,
  objectDescription,
  places,
  refuelling,
  registration,
  reports,
  safeReturn,
  secondFactor,
  sensors,
  sharing,
  singleSignOn,
  support,
  today,
  tolls,
  units,
  users,
  zones,
];

/** Tells all features what happened, and webhooks what the features say can be told. */
export const announce: Announce = createAnnounce([
  ...FEATURES.map(({ listeners = {} }) => listenerOf(listeners)),
  webhookListener(FEATURES),
]);
