import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { PathId } from '@spora/contract/paths';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';

type SupportId = Extract<PathId, `support.${string}`>;

export function useSupport<Id extends SupportId>(id: Id, input: InputOf<Id>, options: { enabled?: boolean } = {}) {
  return useQuery({ ...endpointQuery(useSend(), id, input), ...options });
}

/** Lists that go back in time, a page at a time, each older than the one before. */
export function useOlder<Id extends 'support.mails' | 'support.credits' | 'support.cases' | 'support.acts'>(
  id: Id,
  input: { params?: { id: number }; query?: Record<string, string> },
) {
  const send = useSend();
  return useInfiniteQuery({
    queryKey: [id, input] as const,
    queryFn: ({ pageParam, signal }): Promise<DataOf<Id>> => {
      const query = { ...input.query, ...(pageParam === null ? {} : { before: pageParam }) };
      return call(send, id, { ...input, query } as unknown as InputOf<Id>, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? page.rows.at(-1)?.id : undefined),
  });
}

/** A write of the back office, after which all it shows is asked for again. */
export function useSupportWrite<Id extends SupportId>(id: Id) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<Id>): Promise<DataOf<Id>> => call(send, id, input),
    onSettled: () => client.invalidateQueries(),
  });
}
