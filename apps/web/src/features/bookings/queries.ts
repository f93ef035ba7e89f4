import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { endpointQuery, formQuery, queriesOf } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** Others book too. */
const LOOK_AGAIN_MS = 60_000;

/** All vehicles, whatever is searched for: the search answers at once. */
const ALL = '';

/** BOOK-039: while another week comes, the vehicles stay where they are. */
export const weekQuery = (send: Send, monday: string) => ({
  ...endpointQuery(send, 'bookings.week', { query: { Imeis: ALL, week_day: monday } }),
  placeholderData: keepPreviousData,
  refetchInterval: LOOK_AGAIN_MS,
});
export const monthQuery = (send: Send, month: string, onlyMine: boolean) => ({
  ...endpointQuery(send, 'bookings.month', { query: { Imeis: ALL, month, ...(onlyMine ? { only_mine: 'true' } : {}) } }),
  placeholderData: keepPreviousData,
});
export const bookingQuery = (send: Send, id: number) => formQuery(send, 'bookings.get', { params: { id: String(id) } });
/** A booking and those after it in its row. */
export const rowQuery = (send: Send, id: number) => formQuery(send, 'bookings.row', { params: { id: String(id) } });
export const driversQuery = (send: Send, imei: string) => endpointQuery(send, 'bookings.drivers', { body: { imei } });
/** The vehicles that somebody can be booked for. */
export const drivableQuery = (send: Send, memberId: number) =>
  endpointQuery(send, 'bookings.drivable', { params: { id: String(memberId) } });
export const requestsQuery = (send: Send) => ({
  ...endpointQuery(send, 'bookings.requests', {}),
  refetchInterval: LOOK_AGAIN_MS,
});

/** All that shows bookings asks again, also after a refusal: somebody else may have been quicker. */
export function useBookingWrite<V, R>(run: (send: Send, variables: V) => Promise<R>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: V) => run(send, variables),
    onSettled: () => void client.invalidateQueries(queriesOf('bookings')),
  });
}
