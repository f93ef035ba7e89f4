import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';
import type { CalendarAddress } from '../maintenance/public/calendar-dialog.tsx';

export type Schedule = DataOf<'exports.schedules'>['schedules'][number];
export type ScheduleBody = InputOf<'exports.update-schedule'>['body'];
export type ScheduleFilter = InputOf<'exports.add-schedule'>['body']['filter'];

/** What is sent: the log, or a report. */
export type Scheduled = Schedule['report'];
/** What a report's page asks for, without its period: that follows the calendar. */
export type ReportFilterInput = Pick<ScheduleFilter, 'imeis' | 'driver_ids' | 'departments' | 'group_by'> & {
  readonly from: string;
  readonly to: string;
};

export const schedulesQuery = (send: Send) => endpointQuery(send, 'exports.schedules', {});
export const calendarSinceQuery = (send: Send) => endpointQuery(send, 'exports.calendar-since', {});

/** A write about what is sent regularly, after which the list is asked for again. */
export function useScheduleWrite<Input, Data>(write: (send: Send, input: Input) => Promise<Data>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => write(send, input),
    onSettled: () => client.invalidateQueries({ queryKey: ['exports.schedules'] }),
  });
}

/** With an id the one is changed; a new one needs its filter. */
export const saveSchedule = (
  send: Send,
  input: { id: number | null; body: ScheduleBody; report: Scheduled; filter: ScheduleFilter },
) =>
  input.id === null
    ? call(send, 'exports.add-schedule', { body: { ...input.body, report: input.report, filter: input.filter } })
    : call(send, 'exports.update-schedule', { params: { id: input.id }, body: input.body });
export const removeSchedule = (send: Send, id: number) => call(send, 'exports.remove-schedule', { params: { id } });
export const testSchedule = (send: Send, id: number) => call(send, 'exports.test-schedule', { params: { id } });

/** The address of the own calendar of trips: made, told once, ended. */
export function useTripCalendarAddress(): CalendarAddress {
  const send = useSend();
  const client = useQueryClient();
  const onSuccess = (): void => void client.invalidateQueries({ queryKey: ['exports.calendar-since'] });
  return {
    open: useMutation({
      mutationFn: (): Promise<DataOf<'exports.open-calendar'>> => call(send, 'exports.open-calendar', {}),
      onSuccess,
    }),
    close: useMutation({ mutationFn: () => call(send, 'exports.close-calendar', {}), onSuccess }),
  };
}
