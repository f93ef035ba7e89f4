import type { DataOf } from '@spora/contract/endpoint-map';
import type { EntryInput, PlanInput } from '@spora/contract/maintenance/endpoints';
import { useMutation, useQueryClient, type QueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const plansQuery = (send: Send, imei: string) => endpointQuery(send, 'maintenance.plans', { params: { imei } });
export const entriesQuery = (send: Send, imei: string) => endpointQuery(send, 'maintenance.history', { params: { imei } });
export const overviewQuery = (send: Send) => endpointQuery(send, 'maintenance.overview', {});

/** Whatever shows how plans stand is asked again after one of them was changed. */
const SHOWING_PLANS = ['maintenance.plans', 'maintenance.history', 'maintenance.overview', 'units.get', 'units.history'];
function forgetPlans(client: QueryClient): void {
  for (const id of SHOWING_PLANS) void client.invalidateQueries({ queryKey: [id] });
}

/** What can be done with the plans of one unit. */
export function usePlanChanges(imei: string) {
  const send = useSend();
  const client = useQueryClient();
  const onSuccess = (): void => forgetPlans(client);
  const params = { imei };
  return {
    save: useMutation({
      mutationFn: (body: PlanInput) => call(send, 'maintenance.save-plan', { params, body }),
      onSuccess,
      // What was shown may have been old (ERR-041).
      onError: () => client.invalidateQueries({ queryKey: plansQuery(send, imei).queryKey }),
    }),
    remove: useMutation({
      mutationFn: (id: number) => call(send, 'maintenance.remove-plan', { params: { imei, id } }),
      onSuccess,
    }),
    restore: useMutation({
      mutationFn: (id: number) => call(send, 'maintenance.restore-plan', { params: { imei, id } }),
      onSuccess,
    }),
    record: useMutation({ mutationFn: (body: EntryInput) => call(send, 'maintenance.record', { params, body }), onSuccess }),
    takeBack: useMutation({
      mutationFn: (id: number) => call(send, 'maintenance.take-back', { params: { imei, id } }),
      onSuccess,
    }),
  };
}

/** A picture's bytes. */
export const servicePictureQuery = (
  send: Send,
  params: { imei: string; id: number; picture: number },
): UseQueryOptions<Blob> => ({
  queryKey: ['maintenance.picture', params],
  queryFn: async ({ signal }): Promise<Blob> => {
    const answer = await callFile(send, 'maintenance.picture', { params }, { signal });
    return answer.response!.blob();
  },
});

/** SRV-004. */
export function useServicePictures(imei: string, id: number) {
  const send = useSend();
  const client = useQueryClient();
  const onSettled = (): void => void client.invalidateQueries({ queryKey: ['maintenance.history'] });
  return {
    add: useMutation({
      mutationFn: (file: Blob) => call(send, 'maintenance.add-picture', { params: { imei, id }, file }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (picture: number) => call(send, 'maintenance.remove-picture', { params: { imei, id, picture } }),
      onSettled,
    }),
  };
}

/** The address of the own calendar: made, told once, ended. */
export function useCalendarAddress() {
  const send = useSend();
  const client = useQueryClient();
  const onSuccess = (): void => void client.invalidateQueries({ queryKey: ['maintenance.overview'] });
  return {
    open: useMutation({
      mutationFn: (): Promise<DataOf<'maintenance.open-calendar'>> => call(send, 'maintenance.open-calendar', {}),
      onSuccess,
    }),
    close: useMutation({ mutationFn: () => call(send, 'maintenance.close-calendar', {}), onSuccess }),
  };
}
