import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';

const ASK_AGAIN_MS = 2_000;

/** Asks until the phone has reported. */
export const phoneStatusQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'units.phone-status', { params: { imei } }),
    refetchInterval: (query) => (query.state.data?.first_position_at ? false : ASK_AGAIN_MS),
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
