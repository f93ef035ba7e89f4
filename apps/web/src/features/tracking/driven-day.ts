import { addDays } from '@spora/calendar/days';
import type { QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';

/** Farther from a day nobody looks for one that was driven. */
export const LOOKED_FOR_DAYS = 180;

/**
 * The latest day of a standing unit on which there is something to see: that on which it came to stand, if a trip ended then. A unit whose
 * record begins with it standing was not driven that day: then that of its last trip, or today.
 */
export async function dayToOpen(
  client: QueryClient,
  send: Send,
  { imei, stoodSince, today }: { readonly imei: string; readonly stoodSince: string; readonly today: string },
): Promise<string> {
  const from = addDays(today, -LOOKED_FOR_DAYS);
  const body = { from, to: today, imeis: [imei], page_size: 1, descending: true };
  const last = await client
    .fetchQuery(endpointQuery(send, 'trips.generate', { body }))
    .then(({ trips }) => trips[0]?.day ?? null)
    // Not told of trips, or out of reach: what is known of the unit has to do.
    .catch(() => stoodSince);
  if (last === null) return stoodSince < from ? stoodSince : today;
  // A trip over midnight is of the day before.
  return last >= addDays(stoodSince, -1) ? stoodSince : last;
}
