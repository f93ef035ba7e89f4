import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Fact } from '../../../ui/fact.tsx';
import styles from '../components/sensors.module.css';
import { breachesOf } from '../chart-model.ts';
import { useSensorTexts } from '../use-sensor-texts.ts';

/** MAP-021: what the sensors of a unit read, each by its name and marked where it is beyond its limits; `otherwise` of a unit that has none. */
export function SensorFacts({ imei, otherwise }: { imei: string | null; otherwise: ReactNode }): ReactNode {
  const texts = useSensorTexts();
  const query = useQuery({ ...endpointQuery(useSend(), 'sensors.list', {}), enabled: imei !== null, retry: false });
  if (query.isLoading) return null;
  const own = (query.data?.sensors ?? []).filter(({ unit, value, kind }) => unit?.imei === imei && value && kind === 'sensor');
  if (own.length === 0) return otherwise;
  return own.map((sensor) => (
    <Fact key={sensor.id} label={sensor.name}>
      <span className={breachesOf(sensor).length > 0 ? styles['breach'] : undefined}>{texts.values(sensor)}</span>
    </Fact>
  ));
}
