import type { IoData } from '@spora/contract/commands/endpoints';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import { isPending } from './model.ts';

/** While a change is on its way somebody watches; otherwise inputs and outputs are looked at now and then. */
const WATCHED_MS = 1_500;
const NOW_AND_THEN_MS = 15_000;
const intervalOf = (isWatched: boolean): number => (isWatched ? WATCHED_MS : NOW_AND_THEN_MS);

const hasPending = (io: IoData | undefined): boolean => io?.outputs.some(({ last }) => isPending(last)) ?? false;

export const ioQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'commands.io', { params: { imei } }),
    refetchInterval: (query) => intervalOf(hasPending(query.state.data)),
    staleTime: 0,
  });

export const ecoQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'commands.eco-driving', { params: { imei } }),
    refetchInterval: (query) => intervalOf(isPending(query.state.data?.last ?? null)),
    staleTime: 0,
  });

export const commandsQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'commands.list', { params: { imei }, query: {} }),
    refetchInterval: (query) => intervalOf((query.state.data?.pending ?? 0) > 0),
    staleTime: 0,
  });

const SHOWING_COMMANDS = ['commands.io', 'commands.eco-driving', 'commands.list', 'units.history'];
export function forgetCommands(client: QueryClient): void {
  for (const id of SHOWING_COMMANDS) void client.invalidateQueries({ queryKey: [id] });
}

/** Something that is sent to the unit, or changes what is; whatever comes of it, what is shown is asked for again. */
export function useCommand<Input>(run: (send: Send, input: Input) => Promise<unknown>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({ mutationFn: (input: Input) => run(send, input), onSettled: () => forgetCommands(client) });
}
