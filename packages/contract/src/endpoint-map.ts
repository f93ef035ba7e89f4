import type * as accountSettings from './accounts/settings.ts';
import type * as accounts from './accounts/endpoints.ts';
import type * as alarms from './alarms/endpoints.ts';
import type * as attestation from './attestation/endpoints.ts';
import type * as auth from './auth/endpoints.ts';
import type * as backOffice from './support/back-office.ts';
import type * as commands from './commands/endpoints.ts';
import type * as daysOff from './days-off/endpoints.ts';
import type * as drivers from './drivers/endpoints.ts';
import type { Access, CallData, CallInput } from './endpoint.ts';
import type * as exportsOfLog from './exports/endpoints.ts';
import type * as integrations from './integrations/endpoints.ts';
import type * as objectDescription from './object-description/endpoints.ts';
import type { PathId } from './paths.ts';
import type * as passengers from './trips/passengers.ts';
import type * as places from './places/endpoints.ts';
import type * as refuelling from './refuelling/endpoints.ts';
import type * as reports from './reports/endpoints.ts';
import type * as registration from './registration/endpoints.ts';
import type * as readings from './maintenance/readings.ts';
import type * as schedules from './exports/schedules.ts';
import type * as service from './maintenance/endpoints.ts';
import type * as support from './support/endpoints.ts';
import type * as tracking from './tracking/endpoints.ts';
import type * as tripChoices from './trips/choices.ts';
import type * as trips from './trips/endpoints.ts';
import type * as unitFeatures from './units/features.ts';
import type * as unitSettings from './units/settings.ts';
import type * as unitFuel from './units/fuel.ts';
import type * as units from './units/endpoints.ts';
import type * as users from './users/endpoints.ts';

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
