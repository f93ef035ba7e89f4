import type { SearchOptions } from '@spora/contract/tracking';
import { queryOptions } from '@tanstack/react-query';
import { call, callPacked } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import { addDays, type HistoryData, readPackedHistory, startOfDay } from './history-model.ts';

export const mapConfigQuery = (send: Send) => ({ ...endpointQuery(send, 'accounts.map-config', {}), staleTime: Infinity });

export const searchOptionsQuery = (send: Send) => ({
  ...endpointQuery(send, 'tracking.search-options', {}),
  staleTime: Infinity,
});

export const saveSearchOptions = (send: Send, options: SearchOptions): Promise<unknown> =>
  call(send, 'tracking.save-search-options', { body: options });

export interface HistoryRequest {
  readonly imei: string;
  /** Days of the account's zone, both ends included. */
  readonly from: string;
  readonly to: string;
  readonly withImplausible: boolean;
}

export const historyInput = ({ imei, from, to, withImplausible }: HistoryRequest, timeZone: string) => ({
  query: {
    imei,
    from: startOfDay(from, timeZone),
    to: startOfDay(addDays(to, 1), timeZone),
    with_implausible: withImplausible ? 'true' : 'false',
  },
});

/** Kept packed out into columns, 22 bytes a point: the cache may hold several months' worth of them. */
export function historyQuery(send: Send, request: HistoryRequest, timeZone: string) {
  const input = historyInput(request, timeZone);
  return queryOptions({
    queryKey: ['tracking.history', input] as const,
    queryFn: async ({ signal }): Promise<HistoryData> =>
      readPackedHistory(await callPacked(send, 'tracking.history', input, { signal })),
  });
}

/** Searches wait until the text is long enough for the server. */
export const addressQuery = (send: Send, text: string, near: { lat: number; lng: number } | null) =>
  queryOptions({
    ...endpointQuery(send, 'tracking.find-address', { query: { q: text, ...(near ?? {}) } }),
    enabled: text.trim().length >= 3,
    staleTime: 5 * 60_000,
  });
