import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import type { Send } from '../../../lib/send.ts';

/** Who may have driven a unit. */
export const driversQuery = (send: Send, imei: string | null) =>
  queryOptions({
    ...endpointQuery(send, 'trips.drivers', { query: imei === null ? {} : { imei } }),
    staleTime: 60_000,
  });
