import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** While something waits for the unit somebody watches; otherwise it is looked at now and then. */
const WATCHED_MS = 5_000;
const NOW_AND_THEN_MS = 30_000;

export const modeQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'modes.get', { params: { imei } }),
    refetchInterval: ({ state }) => (state.data?.pending ? WATCHED_MS : NOW_AND_THEN_MS),
    staleTime: 0,
    retry: false,
  });

export const theftsQuery = (send: Send) =>
  queryOptions({ ...endpointQuery(send, 'modes.thefts', {}), refetchInterval: NOW_AND_THEN_MS, staleTime: 0 });

export const trackingQuery = (send: Send, imei: string, isWatched: boolean) =>
  queryOptions({
    ...endpointQuery(send, 'modes.active-tracking-state', { params: { imei } }),
    refetchInterval: isWatched ? 1_500 : false,
    enabled: isWatched,
    staleTime: 0,
  });

const SHOWING_MODES = ['modes.get', 'modes.thefts', 'modes.active-tracking-state', 'units.history', 'commands.list'];
export function forgetModes(client: QueryClient): void {
  for (const id of SHOWING_MODES) void client.invalidateQueries({ queryKey: [id] });
}

/** Something that changes how a unit reports; whatever comes of it, what is shown is asked for again. */
export function useModeWrite<Input, Answer = unknown>(run: (send: Send, input: Input) => Promise<Answer>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({ mutationFn: (input: Input) => run(send, input), onSettled: () => forgetModes(client) });
}
