import type * as accountSettings from './account-settings.ts';
import type * as accounts from './accounts.ts';
import type * as alarms from './alarms.ts';
import type * as attestation from './attestation.ts';
import type * as auth from './auth.ts';
import type * as backOffice from './back-office.ts';
import type * as commands from './commands.ts';
import type * as daysOff from './days-off.ts';
import type * as drivers from './drivers.ts';
import type { Access, CallData, CallInput } from './endpoint.ts';
import type * as exportsOfLog from './exports.ts';
import type * as integrations from './integrations.ts';
import type * as objectDescription from './object-description.ts';
import type { PathId } from './paths.ts';
import type * as passengers from './passengers.ts';
import type * as places from './places.ts';
import type * as refuelling from './refuelling.ts';
import type * as reports from './reports.ts';
import type * as registration from './registration.ts';
import type * as readings from './readings.ts';
import type * as schedules from './schedules.ts';
import type * as service from './service.ts';
import type * as support from './support.ts';
import type * as tracking from './tracking.ts';
import type * as tripChoices from './trip-choices.ts';
import type * as trips from './trips.ts';
import type * as unitFeatures from './unit-features.ts';
import type * as unitSettings from './unit-settings.ts';
import type * as unitFuel from './unit-fuel.ts';
import type * as units from './units.ts';
import type * as users from './users.ts';

type ExportsOf<M> = M[keyof M];
type AnyExport =
  | ExportsOf<typeof accountSettings>
  | ExportsOf<typeof accounts>
  | ExportsOf<typeof alarms>
  | ExportsOf<typeof attestation>
  | ExportsOf<typeof auth>
  | ExportsOf<typeof commands>
  | ExportsOf<typeof exportsOfLog>
  | ExportsOf<typeof daysOff>
  | ExportsOf<typeof drivers>
  | ExportsOf<typeof integrations>
  | ExportsOf<typeof objectDescription>
  | ExportsOf<typeof passengers>
  | ExportsOf<typeof places>
  | ExportsOf<typeof registration>
  | ExportsOf<typeof refuelling>
  | ExportsOf<typeof reports>
  | ExportsOf<typeof readings>
  | ExportsOf<typeof schedules>
  | ExportsOf<typeof service>
  | ExportsOf<typeof support>
  | ExportsOf<typeof backOffice>
  | ExportsOf<typeof tracking>
  | ExportsOf<typeof tripChoices>
  | ExportsOf<typeof trips>
  | ExportsOf<typeof unitFeatures>
  | ExportsOf<typeof unitSettings>
  | ExportsOf<typeof unitFuel>
  | ExportsOf<typeof units>
  | ExportsOf<typeof users>;

type AnyEndpoint = Extract<AnyExport, { readonly id: PathId; readonly access: Access }>;
type ById = { readonly [E in AnyEndpoint as E['id']]: E };

/**
 * The endpoint that bears an id. Types only: a client names endpoints by id and loads no schema library; a new
 * module of endpoints is added to `AnyExport`.
 */
export type EndpointOf<Id extends PathId> = ById[Id];

/** What a call of the endpoint takes: the parts it declares, none when it declares none. */
export type InputOf<Id extends PathId> = CallInput<EndpointOf<Id>>;
/** What it answers as `data`. */
export type DataOf<Id extends PathId> = CallData<EndpointOf<Id>>;
