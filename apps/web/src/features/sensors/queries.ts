import type { DataOf } from '@spora/contract/endpoint-map';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Sensor, SensorSpan } from '@spora/contract/sensors/endpoints';
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

/** BLE-015: the alarms that a sensor may give. */
export const SENSOR_ALARM_KINDS = 'temperature,humidity,door,sensor-lost';
const OPEN_ALARMS_MAX = 100;

export type OpenAlarm = DataOf<'alarms.list'>['alarms'][number];
const NONE: readonly OpenAlarm[] = [];

/** The alarms of each sensor that nobody has handled, of those that this person is told, the newest first. */
export function useOpenSensorAlarms(): (sensor: Pick<Sensor, 'name' | 'unit'>) => readonly OpenAlarm[] {
  const query = { kinds: SENSOR_ALARM_KINDS, states: 'new,seen', limit: OPEN_ALARMS_MAX };
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'alarms.list', { query }),
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  });
  return useMemo(() => {
    const bySensor = Map.groupBy(data?.alarms ?? [], ({ unit, subject }) => `${unit?.imei} ${subject}`);
    return ({ name, unit }) => (unit ? bySensor.get(`${unit.imei} ${name}`) : undefined) ?? NONE;
  }, [data]);
}

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

/** What is told of a sensor that was just paired: some units hear it at once, others when they are told. */
export const pairedText = ({ state }: Pick<Sensor, 'state'>) => (state === 'paired' ? 'SensorPaired' : 'SensorPairing');
