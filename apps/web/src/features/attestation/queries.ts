import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { POLL_S } from '@spora/contract/limits';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const lastQuery = (send: Send) => endpointQuery(send, 'attestation.last', { query: {} });
export const checkQuery = (send: Send, body: InputOf<'attestation.check'>['body']) =>
  endpointQuery(send, 'attestation.check', { body });
export const statusQuery = (send: Send, query: InputOf<'attestation.status'>['query']) =>
  queryOptions({
    ...endpointQuery(send, 'attestation.status', { query }),
    placeholderData: keepPreviousData,
    // Others attest meanwhile: whoever comes back to it, or has it open beside, is not shown what is done.
    refetchOnWindowFocus: 'always',
    refetchInterval: POLL_S * 1000,
  });
export const attestHistoryQuery = (send: Send, query: InputOf<'attestation.history'>['query'] = {}) =>
  endpointQuery(send, 'attestation.history', { query });
export const proposalsQuery = (send: Send) => endpointQuery(send, 'attestation.proposals', {});

type Id =
  | 'attestation.attest'
  | 'attestation.attest-batch'
  | 'attestation.remind'
  | 'attestation.unattest'
  | 'attestation.dismiss-proposal'
  | 'attestation.reopen-for-proposal';

/** A write about attestations, after which everything that shows the log is asked for again. */
export function useAttestWrite<I extends Id>(id: I) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<I>): Promise<DataOf<I>> => call(send, id, input),
    onSettled: () => client.invalidateQueries(queriesOf('attestation', 'trips')),
  });
}
