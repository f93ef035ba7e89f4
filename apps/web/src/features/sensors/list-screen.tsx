import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../ui/loaded.tsx';
import { ActDialog } from './components/act-dialog.tsx';
import { AddDialog } from './components/add-dialog.tsx';
import { type SensorAct, SensorsTable } from './components/sensors-table.tsx';
import styles from './components/sensors.module.css';
import { sensorsQuery } from './queries.ts';

/** BLE-012: all sensors and tags of the account that the viewer may see. */
export function SensorsPage(): ReactNode {
  const t = useT();
  const query = useQuery(sensorsQuery(useSend()));
  const [isAdding, setAdding] = useState(false);
  const [asked, setAsked] = useState<{ act: SensorAct; sensor: Sensor } | null>(null);
  return (
    <div className={styles['screen']}>
      <Loaded query={query} heights={rowsOf(60)} className={styles['stack']}>
        {({ sensors, can }) => {
          const add = can.add && (
            <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
              {t('SensorAdd')}
            </Button>
          );
          return sensors.length === 0 ? (
            <EmptyState icon="thermometer" title={t('SensorsNone')} action={add || undefined}>
              {t('SensorsNoneText')}
            </EmptyState>
          ) : (
            <div className={styles['stack']}>
              <div className={styles['top']}>
                <p className={styles['lead']}>{t('SensorsLead')}</p>
                {add}
              </div>
              <SensorsTable rows={sensors} onAct={(act, sensor) => setAsked({ act, sensor })} />
            </div>
          );
        }}
      </Loaded>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {asked && <ActDialog {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
