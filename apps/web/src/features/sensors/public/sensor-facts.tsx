import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Fact } from '../../../ui/fact.tsx';
import styles from '../components/sensors.module.css';
import { breachesOf } from '../chart-model.ts';
import { useSensorTexts } from '../use-sensor-texts.ts';

/**
 * MAP-021: what the sensors of a unit read, each by its name, which leads to its curve, with its limit and when that was, and marked where it is
 * beyond it; `otherwise` of a unit that has none.
 */
export function SensorFacts({ imei, otherwise }: { imei: string | null; otherwise: ReactNode }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useSensorTexts();
  const nowMs = useNow();
  const query = useQuery({ ...endpointQuery(useSend(), 'sensors.list', {}), enabled: imei !== null, retry: false });
  if (query.isLoading) return null;
  const own = (query.data?.sensors ?? []).filter(({ unit, value, kind }) => unit?.imei === imei && value && kind === 'sensor');
  if (own.length === 0) return otherwise;
  return own.map((sensor) => {
    const { value } = sensor;
    const isOutside = breachesOf(sensor).length > 0;
    const limits = texts.limits(sensor);
    const said = [
      // What is beyond a limit is told with it.
      !isOutside && limits,
      value && t('SensorAt', { time: nearMoment(value.at, nowMs, { t, format }) }),
    ];
    return (
      <Fact
        key={sensor.id}
        label={
          <PageLink to={ADDRESSES.sensor} params={{ sensorID: String(sensor.id) }}>
            {sensor.name}
          </PageLink>
        }
      >
        <span className={isOutside ? styles['breach'] : undefined}>{texts.named(sensor)}</span>
        <span className={styles['beneath']}>{said.filter(Boolean).join(' · ')}</span>
      </Fact>
    );
  });
}
