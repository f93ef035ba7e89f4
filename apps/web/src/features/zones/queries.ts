import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { logQueryOf, type ZonesSearch } from './search.ts';

/** While a unit is yet to answer, the list asks again so often (GEO-011). */
const LOOK_AGAIN_MS = 5_000;

export const zonesQuery = (send: Send) => ({
  ...endpointQuery(send, 'zones.list', { query: {} }),
  refetchInterval: (query: { state: { data?: { geofences: readonly { device: { state: string } }[] } | undefined } }) =>
    query.state.data?.geofences.some(({ device }) => device.state === 'waiting') ? LOOK_AGAIN_MS : false,
});
export const zoneUnitsQuery = (send: Send, id: number | null) =>
  endpointQuery(send, 'zones.units', { query: id === null ? {} : { id } });

/** So many units say where a new zone begins. */
const PLACED_MAX = 200;
/** Where these units are, as far as whoever asks may know. */
export const unitPlacesQuery = (send: Send, imeis: readonly string[]) =>
  endpointQuery(send, 'tracking.positions', { query: { imeis: imeis.slice(0, PLACED_MAX).join(',') } });

/** GEO-022: a page at a time, the newest first. */
export const zoneLogQuery = (send: Send, search: ZonesSearch) => {
  const query = logQueryOf(search);
  return infiniteQueryOptions({
    queryKey: ['zones.log', query] as const,
    queryFn: ({ pageParam, signal }) =>
      call(send, 'zones.log', { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
};

/** What shows zones asks again after one was changed, and after a refusal: somebody else may have changed it. */
export function useZoneWrite<V, R>(
  run: (send: Send, variables: V) => Promise<R>,
  told: { readonly onSuccess?: (result: R) => void; readonly onError?: (error: unknown) => void } = {},
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: V) => run(send, variables),
    ...told,
    onSettled: () => {
      for (const id of ['zones.list', 'zones.units', 'zones.armed', 'zones.log'])
        void client.invalidateQueries({ queryKey: [id] });
    },
  });
}
