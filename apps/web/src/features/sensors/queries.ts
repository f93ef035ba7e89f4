import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SensorSpan } from '@spora/contract/sensors/endpoints';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import type { Send } from '../../lib/send.ts';

/** Values come by themselves, and a tracker answers when it is heard of. */
const LOOK_AGAIN_MS = 30_000;

export const sensorsQuery = (send: Send) => ({ ...endpointQuery(send, 'sensors.list', {}), refetchInterval: LOOK_AGAIN_MS });
export const tagsQuery = (send: Send) => ({ ...endpointQuery(send, 'sensors.tags', {}), refetchInterval: LOOK_AGAIN_MS });
export const sensorUnitsQuery = (send: Send) => endpointQuery(send, 'sensors.units', {});
export const bluetoothQuery = (send: Send, imei: string) => ({
  ...endpointQuery(send, 'sensors.unit', { params: { imei } }),
  refetchInterval: LOOK_AGAIN_MS,
});
export const readingsQuery = (send: Send, id: number, span: SensorSpan) => ({
  ...endpointQuery(send, 'sensors.readings', { params: { id }, query: { span } }),
  refetchInterval: LOOK_AGAIN_MS * 2,
});

/** What shows sensors asks again after one was changed, and after a refusal: somebody else may have changed it. */
export function useSensorWrite<V, R>(run: (send: Send, variables: V) => Promise<R>) {
  const send = useSend();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: V) => run(send, variables),
    onSettled: () => {
      for (const id of ['sensors.list', 'sensors.tags', 'sensors.units', 'sensors.unit', 'commands.list'])
        void client.invalidateQueries({ queryKey: [id] });
    },
  });
}
