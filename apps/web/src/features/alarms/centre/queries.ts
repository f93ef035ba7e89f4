import type { InputOf } from '@spora/contract/endpoint-map';
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import type { Send } from '../../../lib/send.ts';
import { type AlarmsSearch, queryOf } from './search.ts';

/** Beside the live stream, which tells at once. */
const LOOK_AGAIN_MS = 60_000;

export const alarmsQuery = (send: Send, search: AlarmsSearch) => {
  const query = queryOf(search);
  return infiniteQueryOptions({
    queryKey: ['alarms.list', query] as const,
    queryFn: ({ pageParam, signal }) =>
      call(send, 'alarms.list', { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
};
export const alarmQuery = (send: Send, id: number) => endpointQuery(send, 'alarms.get', { params: { id } });

/** What shows the state of alarms is asked for again. */
export const askAlarmsAgain = (client: QueryClient) =>
  Promise.all(
    ['alarms.list', 'alarms.get', 'alarms.open', 'today.get'].map((id) => client.invalidateQueries({ queryKey: [id] })),
  );

/** Says that alarms are seen or handled, after which all that shows them asks again; also after a refusal, which may be why. */
export function useAlarmState() {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'alarms.set-state'>['body']) => call(send, 'alarms.set-state', { body }),
    onSettled: () => askAlarmsAgain(client),
  });
}

export function useMute() {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ imei, until }: { imei: string; until: string | null }) =>
      call(send, 'alarms.mute', { params: { imei }, body: { until } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['alarms.get'] }),
  });
}
