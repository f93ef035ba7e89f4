import type { OwnFactors } from '@spora/contract/second-factor/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endpointQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const factorsQuery = (send: Send) => endpointQuery(send, 'second-factor.get', {});
export const requirementQuery = (send: Send) => endpointQuery(send, 'second-factor.get-requirement', {});

/** A change of one's own factors: what the server answers is what is shown, and what the account counts is asked for again. */
export function useFactorsChange<Input, Data>(
  change: (send: Send, input: Input) => Promise<Data>,
  factorsOf: (data: Data) => OwnFactors,
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (data) => {
      client.setQueryData(factorsQuery(send).queryKey, factorsOf(data));
      void client.invalidateQueries({ queryKey: requirementQuery(send).queryKey });
    },
  });
}

/** A write of an administrator, after which factors and users are asked for again. */
export function useFactorWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries(queriesOf('second-factor', 'users')),
  });
}
