import type { InputOf } from '@spora/contract/endpoint-map';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';

/** A page of the log; the old one stays until the new one is there. */
export const tripsQuery = (send: Send, input: InputOf<'trips.generate'>) =>
  queryOptions({
    ...endpointQuery(send, 'trips.generate', input),
    placeholderData: keepPreviousData,
  });

export const unitsQuery = (send: Send) => endpointQuery(send, 'units.list', {});

/** The route of a finished trip does not change while it is looked at. */
export const routeQuery = (send: Send, tripId: number) =>
  queryOptions({ ...endpointQuery(send, 'trips.route', { params: { id: tripId } }), staleTime: 5 * 60_000 });
