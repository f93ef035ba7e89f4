import type { DataOf } from '@spora/contract/endpoint-map';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

export const odometerQuery = (send: Send, imei: string) => endpointQuery(send, 'maintenance.odometer', { params: { imei } });
export const operatingTimeQuery = (send: Send, imei: string) =>
  endpointQuery(send, 'maintenance.operating-time', { params: { imei } });

/** What counts on from a reading and has to be asked again after one was changed. */
const COUNTING = ['units.get', 'units.rows', 'units.history', 'trips.generate', 'maintenance.plans', 'maintenance.overview'];
function forgetCounts(client: QueryClient): void {
  for (const id of COUNTING) void client.invalidateQueries({ queryKey: [id] });
}

/** A change that the server answers with the odometer as it is now. */
export function useOdometerChange<Input>(
  imei: string,
  change: (send: Send, input: Input) => Promise<DataOf<'maintenance.odometer'>>,
  onChanged: () => void,
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (odometer) => {
      client.setQueryData(odometerQuery(send, imei).queryKey, odometer);
      forgetCounts(client);
      onChanged();
    },
  });
}

/** The same for operating hours. */
export function useHoursChange<Input>(
  imei: string,
  change: (send: Send, input: Input) => Promise<DataOf<'maintenance.operating-time'>>,
  onChanged: () => void,
) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(send, input),
    onSuccess: (hours) => {
      client.setQueryData(operatingTimeQuery(send, imei).queryKey, hours);
      forgetCounts(client);
      onChanged();
    },
  });
}
