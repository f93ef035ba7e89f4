import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import type { PathId } from '@spora/contract/paths';
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import type { Send } from './send.ts';

/** A query bound to an endpoint: its key is the endpoint's id and input, and nobody invents another. */
export const endpointQuery = <Id extends PathId>(send: Send, id: Id, input: InputOf<Id>) =>
  queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }): Promise<DataOf<Id>> => call(send, id, input, { signal }),
  });

/**
 * What a form begins with: asked for each time it opens, and let go as it closes. What was kept from the last time would stand in the form
 * although something else has been saved since, and be saved over it.
 */
export const formQuery = <Id extends PathId>(send: Send, id: Id, input: InputOf<Id>) => ({
  ...endpointQuery(send, id, input),
  staleTime: 0,
  gcTime: 0,
});

/** All that is kept of these features, to be asked for again: `invalidateQueries(queriesOf('trips', 'drivers'))`. */
export const queriesOf = (
  ...features: readonly string[]
): { predicate: (query: { queryKey: readonly unknown[] }) => boolean } => ({
  predicate: ({ queryKey: [id] }) => typeof id === 'string' && features.includes(id.slice(0, id.indexOf('.'))),
});

/** One retry with back-off for reads, none for writes (NFR-008); a changed key aborts the old request (API-012). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.isTransient,
        retryDelay: 600,
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
