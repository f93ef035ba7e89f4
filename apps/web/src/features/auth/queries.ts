import { DEVICE_TOKEN_HEADER } from '@spora/contract/headers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import type { AuthStore } from './store.ts';

/** The token of this browser goes along, so that the server can say which of the trusted ones it is. */
export const sessionsQuery = (send: Send, userId: number, store: AuthStore) =>
  queryOptions({
    ...endpointQuery(send, 'auth.list-sessions', {}),
    queryFn: async ({ signal }) => {
      const token = await store.deviceTokenOf(userId);
      return call(
        send,
        'auth.list-sessions',
        {},
        { signal, ...(token === null ? {} : { headers: { [DEVICE_TOKEN_HEADER]: token } }) },
      );
    },
  });
