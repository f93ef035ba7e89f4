import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { endpointQuery } from './endpoint-query.ts';
import type { Send } from './send.ts';

/** The address of a point; null where none is known. */
export const addressAt = async (send: Send, { lat, lng }: { lat: number; lng: number }): Promise<string | null> =>
  (await call(send, 'tracking.get-address', { query: { lat, lng } })).address;

/** The same for a point that stays: it is asked once. */
export const addressQuery = (send: Send, { lat, lng }: { lat: number; lng: number }) =>
  queryOptions({ ...endpointQuery(send, 'tracking.get-address', { query: { lat, lng } }), staleTime: Infinity, retry: false });

/** Where a unit is, as far as whoever asks may know; null: it is not known. */
export const positionOf = async (send: Send, imei: string): Promise<{ lat: number; lng: number } | null> =>
  (await call(send, 'tracking.positions', { query: { imeis: imei } })).units[0]?.position ?? null;
