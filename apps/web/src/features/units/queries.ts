import type { GroupKind } from '@spora/contract/accounts/endpoints';
import type { InputOf } from '@spora/contract/endpoint-map';
import type { UnitDetails } from '@spora/contract/units/endpoints';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

const ASK_AGAIN_MS = 2_000;
const WAITING_MS = 10_000;

/** Asks until the phone has reported. */
export const phoneStatusQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'units.phone-status', { params: { imei } }),
    refetchInterval: (query) => (query.state.data?.first_position_at ? false : ASK_AGAIN_MS),
    refetchIntervalInBackground: true,
    staleTime: 0,
  });

export const trackerSetupsQuery = (send: Send) => ({
  ...endpointQuery(send, 'units.tracker-setups', {}),
  staleTime: Infinity,
});

export const unitRowsQuery = (send: Send, withRetired: boolean) =>
  endpointQuery(send, 'units.rows', { query: { with_retired: withRetired ? 'true' : 'false' } });
export const unitQuery = (send: Send, imei: string) => endpointQuery(send, 'units.get', { params: { imei } });
export const historyQuery = (send: Send, imei: string, type: NonNullable<InputOf<'units.history'>['query']['type']>) =>
  endpointQuery(send, 'units.history', { params: { imei }, query: { type } });
export const lockLogQuery = (send: Send, imei: string) => endpointQuery(send, 'units.lock-log', { params: { imei } });
/** Asks again while the tracker has not called: somebody stands beside it and waits. */
export const connectionQuery = (send: Send, imei: string) =>
  queryOptions({
    ...endpointQuery(send, 'units.connection', { params: { imei } }),
    refetchInterval: (query) => (query.state.data?.newest_position_at ? false : WAITING_MS),
  });
export const groupsQuery = (send: Send, kind: GroupKind) => endpointQuery(send, 'accounts.list-groups', { params: { kind } });
export const membersQuery = (send: Send) => endpointQuery(send, 'users.list', { query: { limit: -1 } });
export const paymentTypesQuery = (send: Send, imei: string) => ({
  ...endpointQuery(send, 'units.payment-types', { query: { imei } }),
  staleTime: Infinity,
});

export const defaultFeaturesQuery = (send: Send) => endpointQuery(send, 'units.default-features', {});
export const profilesQuery = (send: Send) => endpointQuery(send, 'units.feature-profiles', {});

/** What shows units and has to be asked again after one was changed. */
const SHOWING_UNITS = ['units.rows', 'units.list', 'units.history', 'units.lock-log', 'units.connection', 'accounts.list-groups'];
export function forgetUnits(client: QueryClient): void {
  for (const id of SHOWING_UNITS) void client.invalidateQueries({ queryKey: [id] });
}

/** A change that the server answers with the unit as it is now: that is what is shown, everywhere. */
export function useUnitChange<Input>(change: (send: Send, input: Input) => Promise<UnitDetails>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (unit) => {
      if (unit.imei !== null) client.setQueryData(unitQuery(send, unit.imei).queryKey, unit);
      forgetUnits(client);
    },
    // What was shown may have been old (ERR-041).
    onError: () => client.invalidateQueries({ queryKey: ['units.get'] }),
  });
}

export const tripSettingsQuery = (send: Send, imei: string) => endpointQuery(send, 'units.trip-settings', { params: { imei } });
export const speedAddressQuery = (send: Send, imei: string) => endpointQuery(send, 'units.speed-address', { params: { imei } });
export const workingHoursQuery = (send: Send, imei: string) => endpointQuery(send, 'units.working-hours', { params: { imei } });
export const lowBatteryQuery = (send: Send) => endpointQuery(send, 'units.low-battery', {});
export const voltageQuery = (send: Send, imei: string, from: string, to: string) =>
  endpointQuery(send, 'units.voltage-history', { params: { imei }, query: { from, to } });

/** Saves a setting of the unit; what shows the unit is asked again. */
export function useSettingChange<Input, Answer>(
  change: (send: Send, input: Input) => Promise<Answer>,
  shownBy: (send: Send) => { readonly queryKey: readonly unknown[] },
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (answer) => {
      client.setQueryData(shownBy(send).queryKey, answer);
      void client.invalidateQueries({ queryKey: ['units.get'] });
      forgetUnits(client);
    },
    // What was shown may have been old (ERR-041).
    onError: () => client.invalidateQueries({ queryKey: shownBy(send).queryKey }),
  });
}
