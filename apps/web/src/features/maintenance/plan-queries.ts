import type { DataOf } from '@spora/contract/endpoint-map';
import type { EntryInput, PlanInput, ServicePlans } from '@spora/contract/maintenance/endpoints';
import { useMutation, useQueryClient, type QueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callFile } from '../../lib/call.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** `on`: a day before today, of which the meters are asked as well. */
export const plansQuery = (send: Send, imei: string, on?: string) =>
  endpointQuery(send, 'maintenance.plans', { params: { imei }, query: on === undefined ? {} : { on } });
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
    record: useMutation({
      mutationFn: (body: EntryInput) => call(send, 'maintenance.record', { params, body }),
      onSuccess,
      // What the unit shows may have been old.
      onError: () => client.invalidateQueries({ queryKey: plansQuery(send, imei).queryKey }),
    }),
    takeBack: useMutation({
      mutationFn: (id: number) => call(send, 'maintenance.take-back', { params: { imei, id } }),
      onSuccess,
    }),
  };
}

/** What became of a plan that was added to several units: what can be undone, and what was not done and why. */
export interface Added {
  readonly plans: readonly { readonly imei: string; readonly id: number }[];
  readonly refused: readonly { readonly imei: string; readonly failure: unknown }[];
}

/** SRV-002: the same plan for each of these units, one after the other; a unit that refuses it keeps none of the others from it. */
export function useAddPlans(onUndoFailed: (failure: unknown) => void) {
  const send = useSend();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const add = useMutation({
    mutationFn: async (order: {
      imeis: readonly string[];
      /** Before today: each counts from what its meters showed then. */
      on: string | undefined;
      inputOf: (imei: string, now: ServicePlans['now']) => PlanInput;
    }): Promise<Added> => {
      setDone(0);
      const plans: { imei: string; id: number }[] = [];
      const refused: { imei: string; failure: unknown }[] = [];
      for (const imei of order.imeis) {
        try {
          const before = await call(send, 'maintenance.plans', {
            params: { imei },
            query: order.on === undefined ? {} : { on: order.on },
          });
          const known = new Set(before.plans.map(({ id }) => id));
          const after = await call(send, 'maintenance.save-plan', {
            params: { imei },
            body: order.inputOf(imei, before.then ?? before.now),
          });
          plans.push(...after.plans.flatMap(({ id }) => (known.has(id) ? [] : [{ imei, id }])));
        } catch (failure) {
          // Of one unit its form says what is wrong.
          if (order.imeis.length === 1) throw failure;
          refused.push({ imei, failure });
        }
        setDone((count) => count + 1);
      }
      return { plans, refused };
    },
    onSettled: () => forgetPlans(client),
  });
  const undo = useMutation({
    mutationFn: async (plans: Added['plans']) => {
      for (const { imei, id } of plans) await call(send, 'maintenance.remove-plan', { params: { imei, id } });
    },
    // The form is closed by then.
    onError: onUndoFailed,
    onSettled: () => forgetPlans(client),
  });
  return { add, done, undo };
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
