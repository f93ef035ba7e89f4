import type { InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const daysOffQuery = (send: Send, year?: number) =>
  endpointQuery(send, 'days-off.list', { query: year === undefined ? {} : { year } });

/** What a choice of a day that has been makes of its trips, as they are now. */
export const dayOffCheck = (send: Send, day: string, isOff: boolean | null) => ({
  ...endpointQuery(send, 'days-off.check', { body: { day, is_off: isOff } }),
  staleTime: 0,
  retry: false,
});

/** A change of a day, after which the lists are asked for again. */
export function useDayOffWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('days-off')),
  });
}

export const saveDayOff = (send: Send, body: InputOf<'days-off.set'>['body']) => call(send, 'days-off.set', { body });
export const resetDayOff = (send: Send, day: string) => call(send, 'days-off.reset', { params: { day } });
