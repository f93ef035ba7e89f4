import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const lastQuery = (send: Send) => endpointQuery(send, 'trips.attest-last', { query: {} });
export const checkQuery = (send: Send, body: InputOf<'trips.attest-check'>['body']) =>
  endpointQuery(send, 'trips.attest-check', { body });
export const statusQuery = (send: Send, query: InputOf<'trips.attest-status'>['query']) =>
  queryOptions({ ...endpointQuery(send, 'trips.attest-status', { query }), placeholderData: keepPreviousData });
export const attestHistoryQuery = (send: Send) => endpointQuery(send, 'trips.attest-history', { query: {} });
export const proposalsQuery = (send: Send) => endpointQuery(send, 'trips.proposals', {});

type Id =
  | 'trips.attest'
  | 'trips.attest-batch'
  | 'trips.attest-reminder'
  | 'trips.unattest'
  | 'trips.dismiss-proposal'
  | 'trips.reopen-for-proposal';

/** A write about attestations, after which everything that shows the log is asked for again. */
export function useAttestWrite<I extends Id>(id: I) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<I>): Promise<DataOf<I>> => call(send, id, input),
    onSettled: () => client.invalidateQueries(queriesOf('attestation', 'trips')),
  });
}
