import { addDays } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import { ADDRESS_SEARCH_MIN } from '@spora/contract/limits';
import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPacked } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import { type HistoryData, readPackedHistory } from './history-model.ts';

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
    from: startOfDay(from, timeZone).toISOString(),
    to: startOfDay(addDays(to, 1), timeZone).toISOString(),
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

/** Days of the account's zone, both ends included. */
export interface RawRequest {
  readonly imei: string;
  readonly from: string;
  readonly to: string;
}
export const rawInput = ({ imei, from, to }: RawRequest, timeZone: string) => ({
  query: { imei, from: startOfDay(from, timeZone).toISOString(), to: startOfDay(addDays(to, 1), timeZone).toISOString() },
});

/** UNIT-017: raw positions a page at a time, in order of time. */
export function rawQuery(send: Send, request: RawRequest, timeZone: string) {
  const { query } = rawInput(request, timeZone);
  return infiniteQueryOptions({
    queryKey: ['tracking.raw-positions', query] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        send,
        'tracking.raw-positions',
        { query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
  });
}

/** Searches wait until the text is long enough for the server. */
export const addressQuery = (send: Send, text: string, near: { lat: number; lng: number } | null) =>
  queryOptions({
    ...endpointQuery(send, 'tracking.find-address', { query: { q: text, ...(near ?? {}) } }),
    enabled: text.trim().length >= ADDRESS_SEARCH_MIN,
    staleTime: 5 * 60_000,
  });
