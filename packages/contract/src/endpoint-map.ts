import type { Access, CallData, CallInput } from './endpoint.ts';
import type { PathId } from './paths.ts';
import type { ROOMS } from './registry.ts';

type ExportsOf<Room> = Room extends unknown ? Room[keyof Room] : never;
type AnyEndpoint = Extract<ExportsOf<(typeof ROOMS)[number]>, { readonly id: PathId; readonly access: Access }>;
type ById = { readonly [E in AnyEndpoint as E['id']]: E };

/** The endpoint that bears an id. Types only: a client names endpoints by id and loads no schema library. */
export type EndpointOf<Id extends PathId> = ById[Id];

/** What a call of the endpoint takes: the parts it declares, none when it declares none. */
export type InputOf<Id extends PathId> = CallInput<EndpointOf<Id>>;
/** What it answers as `data`. */
export type DataOf<Id extends PathId> = CallData<EndpointOf<Id>>;
