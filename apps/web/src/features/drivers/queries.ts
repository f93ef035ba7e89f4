import type { InputOf } from '@spora/contract/endpoint-map';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const checkInsQuery = (send: Send) => endpointQuery(send, 'drivers.check-ins', {});
export const peopleQuery = (send: Send) => endpointQuery(send, 'drivers.list', {});
export const cardsQuery = (send: Send) => endpointQuery(send, 'tracking.checked-in', {});
export const tagsQuery = (send: Send) => endpointQuery(send, 'drivers.tags', {});
export const codesQuery = (send: Send) => endpointQuery(send, 'drivers.check-in-codes', {});
export const tagHistoryQuery = (send: Send, id: number) => endpointQuery(send, 'drivers.tag-history', { params: { id } });

/** What a check-in would do now: never a kept answer. */
export const previewQuery = (send: Send, body: InputOf<'drivers.preview-check-in'>['body']) =>
  queryOptions({ ...endpointQuery(send, 'drivers.preview-check-in', { body }), retry: false, staleTime: 0, gcTime: 0 });

export const codeQuery = (send: Send, code: string) =>
  queryOptions({ ...endpointQuery(send, 'drivers.read-code', { body: { code } }), retry: false, staleTime: 0 });

export const suggestionsQuery = (send: Send, tripIds: readonly number[]) =>
  endpointQuery(send, 'drivers.suggest', { body: { trip_ids: [...tripIds] } });

/** A write about who drives: trips, check-ins and tags are asked for again. */
export function useDriverWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries(queriesOf('drivers', 'trips')),
        client.invalidateQueries({ queryKey: cardsQuery(send).queryKey }),
      ]),
  });
}
