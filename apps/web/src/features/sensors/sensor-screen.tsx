import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink, useGo, usePageParams } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/section.tsx';
import { ActDialog } from './components/act-dialog.tsx';
import { SensorReadings } from './components/readings.tsx';
import { LastValue, type SensorAct } from './components/sensors-table.tsx';
import styles from './components/sensors.module.css';
import { SettingsForm } from './components/settings-form.tsx';
import { sensorsQuery } from './queries.ts';
import { useSensorTexts } from './use-sensor-texts.ts';

/** NAV-035: one sensor, by the number in the address. */
export function SensorPage(): ReactNode {
  const go = useGo();
  const { sensorID } = usePageParams(ADDRESSES.sensor);
  return <SensorScreen id={Number(sensorID)} onGone={() => void go({ to: ADDRESSES.sensors })} />;
}

/** BLE-015, BLE-016: what a sensor told, and its limits. */
export function SensorScreen({ id, onGone }: { id: number; onGone: () => void }): ReactNode {
  const t = useT();
  const query = useQuery(sensorsQuery(useSend()));
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={[72, 320, 320]} className={styles['stack']}>
        {({ sensors }) => {
          const sensor = sensors.find((each) => each.id === id);
          return sensor ? (
            <One key={id} sensor={sensor} onGone={onGone} />
          ) : (
            <EmptyState
              icon="search"
              title={t('SensorMissing')}
              action={<PageLink to={ADDRESSES.sensors}>{t('SensorToList')}</PageLink>}
            />
          );
        }}
      </Loaded>
    </div>
  );
}

function One({ sensor, onGone }: { sensor: Sensor; onGone: () => void }): ReactNode {
  const t = useT();
  const texts = useSensorTexts();
  const [act, setAct] = useState<SensorAct | null>(null);
  const { unit } = sensor;
  return (
    <div className={styles['stack']}>
      <div className={styles['top']}>
        <div className={styles['lines']}>
          <h2>{sensor.name}</h2>
          <span className={styles['soft']}>
            {[
              t(`SensorKind-${sensor.kind}`),
              sensor.mac,
              texts.battery(sensor) && `${t('SensorBattery')} ${texts.battery(sensor)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <span>
            <Badge tone={sensor.state === 'paired' ? 'success' : sensor.state === 'pending' ? 'warning' : 'plain'}>
              {t(`SensorState-${sensor.state}`)}
            </Badge>{' '}
            {unit && (
              <PageLink to={ADDRESSES.editUnit} search={{ imei: unit.imei, tab: 'bluetooth' }}>
                {unit.name}
              </PageLink>
            )}{' '}
            <span className={styles['soft']}>{texts.state(sensor)}</span>
          </span>
          <LastValue sensor={sensor} />
        </div>
        {sensor.can.edit && (
          <div className={styles['ends']}>
            <Button onClick={() => setAct(sensor.state === 'unpaired' ? 'pair' : 'unpair')}>
              {t(sensor.state === 'unpaired' ? 'SensorPair' : 'SensorUnpair')}
            </Button>
            <Button look="danger" onClick={() => setAct('remove')}>
              {t('SensorRemove')}
            </Button>
          </div>
        )}
      </div>
      {sensor.kind === 'sensor' && <SensorReadings sensor={sensor} />}
      <Section title={t(sensor.kind === 'sensor' ? 'SensorLimits' : 'NameOnly')}>
        <SettingsForm sensor={sensor} />
      </Section>
      {act && <ActDialog act={act} sensor={sensor} onClose={() => setAct(null)} onDone={() => act === 'remove' && onGone()} />}
    </div>
  );
}
