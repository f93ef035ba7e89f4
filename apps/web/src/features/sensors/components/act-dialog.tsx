import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ToldOfNewSensor } from '../../alarms/public/told-of-new-sensor.tsx';
import { call } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { pairedText, sensorUnitsQuery, useSensorWrite } from '../queries.ts';
import type { SensorAct } from './sensors-table.tsx';
import styles from './sensors.module.css';
import { type ChosenUnit, lackOf, NO_UNIT, UnitChoice } from './unit-choice.tsx';

interface ActProps {
  readonly sensor: Sensor;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** What is done with one sensor, asked first. */
export function ActDialog(props: ActProps & { act: SensorAct }): ReactNode {
  return props.act === 'pair' ? <PairDialog {...props} /> : <EndDialog {...props} act={props.act} />;
}

/** BLE-004, BLE-013. */
function PairDialog({ sensor, onClose }: ActProps): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const { data: units } = useQuery(sensorUnitsQuery(useSend()));
  const [chosen, setUnit] = useState<ChosenUnit | null>(null);
  const withRoom = units?.filter(({ has_room }) => has_room) ?? [];
  // Where there is one there is nothing to choose.
  const unit = chosen ?? (withRoom.length === 1 ? { ...NO_UNIT, imei: withRoom[0]?.imei ?? '' } : NO_UNIT);
  const [isTried, setTried] = useState(false);
  const lack = lackOf(units ?? [], unit);
  const pair = useSensorWrite((send, { imei, turnOn }: ChosenUnit) =>
    call(send, 'sensors.pair', { body: { mac: sensor.mac, imei, turn_on: turnOn } }),
  );
  const save = (): void => {
    setTried(true);
    if (lack !== null) return;
    pair.mutate(unit, {
      onSuccess: (paired) => {
        toasts.show({ text: t(pairedText(paired), { name: sensor.name }) });
        onClose();
      },
    });
  };
  return (
    <Dialog title={t('SensorPairTitle', { name: sensor.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['stack']}>
        {withRoom.length > 0 && <p>{t('SensorPairLead')}</p>}
        {units && (
          <UnitChoice units={units} chosen={unit} onChange={setUnit} none={t('ChooseUnit')} lack={isTried ? lack : null} />
        )}
        {sensor.kind === 'sensor' && unit.imei !== '' && <ToldOfNewSensor imei={unit.imei} sensorId={sensor.id} />}
        <FailureBanner failure={pair.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={pair.isPending} disabled={withRoom.length === 0} onClick={save}>
            {t('SensorPair')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const END_TEXTS = {
  unpair: { title: 'SensorUnpairTitle', act: 'SensorUnpair', done: 'SensorUnpaired' },
  remove: { title: 'SensorRemoveTitle', act: 'SensorRemove', done: 'SensorRemoved' },
} as const;

function EndDialog({ act, sensor, onClose, onDone }: ActProps & { act: 'unpair' | 'remove' }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const texts = END_TEXTS[act];
  const end = useSensorWrite(async (send, { id, mac, unit }: Sensor) => {
    if (act === 'remove') await call(send, 'sensors.remove', { params: { id } });
    else await call(send, 'sensors.unpair', { body: { mac, imei: unit?.imei ?? '' } });
  });
  return (
    <Dialog title={t(texts.title, { name: sensor.name })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['stack']}>
        <p>{act === 'remove' ? t('SensorRemoveText') : t('SensorUnpairText', { unit: sensor.unit?.name ?? '' })}</p>
        <FailureBanner failure={end.error} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look="danger"
            isBusy={end.isPending}
            onClick={() =>
              end.mutate(sensor, {
                onSuccess: () => {
                  toasts.show({ text: t(texts.done, { name: sensor.name }) });
                  onClose();
                  onDone?.();
                },
              })
            }
          >
            {t(texts.act)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
