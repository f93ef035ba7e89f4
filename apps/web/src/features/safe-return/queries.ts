import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** The next check and the last result change by themselves. */
const LOOK_AGAIN_MS = 60_000;

export const homesQuery = (send: Send) => ({ ...endpointQuery(send, 'safe-return.list', {}), refetchInterval: LOOK_AGAIN_MS });

/** Also after a refusal: somebody else may have changed what is shown. */
export function useHomeWrite<V, R>(run: (send: Send, variables: V) => Promise<R>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: V) => run(send, variables),
    onSettled: () => client.invalidateQueries({ queryKey: ['safe-return.list'] }),
  });
}

/** SAFE-028: the page is not, or no longer, for who asks: the product is off, or they are no administrator any more (403, as the interface tells it). */
export const isNotForThem = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  ((failure.status === 401 && !failure.isSessionOver) ||
    (failure.status === 403 && failure.errors === 'Forbidden') ||
    failure.errors === 'SafeHomeIsOff');
