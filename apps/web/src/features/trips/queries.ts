import type { InputOf } from '@spora/contract/endpoint-map';
import type { Trip } from '@spora/contract/trips/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';

/** A page of the log; the old one stays until the new one is there. */
export const tripsQuery = (send: Send, input: InputOf<'trips.generate'>) =>
  queryOptions({
    ...endpointQuery(send, 'trips.generate', input),
    placeholderData: keepPreviousData,
  });

/** One trip, whatever page of the log it is on. */
export const tripQuery = (send: Send, id: number) =>
  queryOptions({ ...endpointQuery(send, 'trips.get', { params: { id } }), retry: false });

/** What of attested trips is not as it was sealed. */
export const alteredQuery = (send: Send, tripIds: readonly number[]) =>
  queryOptions({
    ...endpointQuery(send, 'attestation.altered', { body: { trip_ids: [...tripIds] } }),
    enabled: tripIds.length > 0,
    staleTime: 5 * 60_000,
  });

/** What trips cost in tolls; by the tariffs in force, so not kept for long. */
export const tollsQuery = (send: Send, tripIds: readonly number[]) =>
  queryOptions({
    ...endpointQuery(send, 'tolls.of-trips', { body: { trip_ids: [...tripIds] } }),
    enabled: tripIds.length > 0,
    staleTime: 60_000,
  });

export const unitsQuery = (send: Send) => endpointQuery(send, 'units.list', {});

/** The route of a finished trip does not change while it is looked at. */
export const routeQuery = (send: Send, tripId: number) =>
  queryOptions({ ...endpointQuery(send, 'trips.route', { params: { id: tripId } }), staleTime: 5 * 60_000 });

/** What the filters offer; it changes slowly. */
export const choicesQuery = (send: Send) =>
  queryOptions({ ...endpointQuery(send, 'trips.filter-choices', {}), staleTime: 60_000 });

export const projectsQuery = (send: Send) => queryOptions({ ...endpointQuery(send, 'trips.projects', {}), staleTime: 60_000 });

export const purposesQuery = (send: Send, { id, imei }: Pick<Trip, 'id' | 'imei'>) =>
  queryOptions({
    ...endpointQuery(send, 'trips.purposes', { query: { trip_id: id, ...(imei === null ? {} : { imei }) } }),
    staleTime: 30_000,
  });

/** Purposes for a trip that is not in the log yet. */
export const unitPurposesQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'trips.purposes', { query: { imei } }),
    enabled: imei !== '',
    staleTime: 30_000,
  });

/** Purposes for trips together: those of one unit have what is usual of it, and of the same way what was written of that way. */
export function manyPurposesQuery(send: Send, trips: readonly Trip[]) {
  const [first] = trips;
  const isOne = (of: (trip: Trip) => unknown): boolean => first !== undefined && trips.every((trip) => of(trip) === of(first));
  const endOf = (end: Trip['stop']): string | null => end && (end.place ?? end.address);
  const isOneWay = isOne((trip) => trip.unit_id) && isOne(({ start }) => endOf(start)) && isOne(({ stop }) => endOf(stop));
  const imei = isOne((trip) => trip.unit_id) ? first?.imei : null;
  const query = { ...(isOneWay && first ? { trip_id: first.id } : {}), ...(imei ? { imei } : {}) };
  return queryOptions({ ...endpointQuery(send, 'trips.purposes', { query }), staleTime: 30_000 });
}

export const historyQuery = (send: Send, tripId: number) => endpointQuery(send, 'trips.history', { params: { id: tripId } });

/** What two trips would be as one. */
export const mergeQuery = (send: Send, tripIds: readonly number[]) =>
  queryOptions({ ...endpointQuery(send, 'trips.preview-merge', { body: { trip_ids: [...tripIds] } }), retry: false, gcTime: 0 });
