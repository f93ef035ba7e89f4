import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import type { CalendarAddress } from '../maintenance/public/calendar-dialog.tsx';

export type Schedule = DataOf<'trips.schedules'>['schedules'][number];
export type ScheduleBody = InputOf<'trips.update-schedule'>['body'];
export type ScheduleFilter = InputOf<'trips.add-schedule'>['body']['filter'];

export const schedulesQuery = (send: Send) => endpointQuery(send, 'trips.schedules', {});
export const calendarSinceQuery = (send: Send) => endpointQuery(send, 'trips.calendar-since', {});

/** A write about what is sent regularly, after which the list is asked for again. */
export function useScheduleWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries({ queryKey: ['trips.schedules'] }),
  });
}

/** With an id the one is changed; a new one needs its filter. */
export const saveSchedule = (send: Send, input: { id: number | null; body: ScheduleBody; filter: ScheduleFilter }) =>
  input.id === null
    ? call(send, 'trips.add-schedule', { body: { ...input.body, filter: input.filter } })
    : call(send, 'trips.update-schedule', { params: { id: input.id }, body: input.body });
export const removeSchedule = (send: Send, id: number) => call(send, 'trips.remove-schedule', { params: { id } });
export const testSchedule = (send: Send, id: number) => call(send, 'trips.test-schedule', { params: { id } });

/** The address of the own calendar of trips: made, told once, ended. */
export function useTripCalendarAddress(): CalendarAddress {
  const send = useSend();
  const client = useQueryClient();
  const onSuccess = (): void => void client.invalidateQueries({ queryKey: ['trips.calendar-since'] });
  return {
    open: useMutation({
      mutationFn: (): Promise<DataOf<'trips.open-calendar'>> => call(send, 'trips.open-calendar', {}),
      onSuccess,
    }),
    close: useMutation({ mutationFn: () => call(send, 'trips.close-calendar', {}), onSuccess }),
  };
}
