import type { InputOf } from '@spora/contract/endpoint-map';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const placesQuery = (send: Send) => endpointQuery(send, 'places.list', {});
export const draftQuery = (send: Send, trip: { trip_id: number; which: 'start' | 'stop' }) =>
  endpointQuery(send, 'places.draft', { query: trip });
/** Whoever may not see it is told of no fault: the place is made without. */
export const routeQuery = (send: Send, id: number) =>
  queryOptions({ ...endpointQuery(send, 'trips.route', { params: { id } }), retry: false });
export const zonesQuery = (send: Send) => endpointQuery(send, 'zones.list', { query: {} });
export const unitsQuery = (send: Send) => endpointQuery(send, 'units.list', {});

export type PlaceInput = InputOf<'places.save'>['body'];

/** What shows names or types of trips is asked again after a place was changed. */
const SHOWING_PLACES = ['places.list', 'places.draft', 'trips.generate'];

/** `told`: what is said of it even when the page was left meanwhile. */
export function usePlaceWrite<V, R>(
  run: (send: Send, variables: V) => Promise<R>,
  told: { readonly onSuccess?: (answer: R) => void; readonly onError?: (error: Error) => void } = {},
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: V) => run(send, variables),
    ...told,
    // Also after a refusal: somebody else may have changed what is shown.
    onSettled: () => {
      for (const id of SHOWING_PLACES) void client.invalidateQueries({ queryKey: [id] });
    },
  });
}

/** A preview writes nothing, so nothing is asked again. */
export function usePreview() {
  const send = useSend();
  return useMutation({
    mutationFn: (body: InputOf<'places.preview'>['body']) => call(send, 'places.preview', { body }),
  });
}
