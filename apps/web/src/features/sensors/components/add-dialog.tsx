import { kindOfMac, macIn, macText, readMac, SENSOR_NAME_MAX } from '@spora/contract/sensors/rules';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { ToldOfNewSensor } from '../../alarms/public/told-of-new-sensor.tsx';
import { call } from '../../../lib/call.ts';
import { canScan } from '../../../lib/can-scan.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { sensorUnitsQuery, useSensorWrite } from '../queries.ts';
import styles from './sensors.module.css';
import { type ChosenUnit, lackOf, NO_UNIT, UnitChoice } from './unit-choice.tsx';

const CodeScanner = lazy(() => import('../../../ui/code-scanner.tsx').then((module) => ({ default: module.CodeScanner })));

/** BLE-013: by its address as it stands on the sensor, and the unit that is to hear it, now or later. */
export function AddDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { data: units = [] } = useQuery(sensorUnitsQuery(useSend()));
  const [mac, setMac] = useState('');
  const [name, setName] = useState('');
  const [isScanning, setScanning] = useState(false);
  const [unit, setUnit] = useState<ChosenUnit>(NO_UNIT);
  const [isTried, setTried] = useState(false);
  // One may be chosen later.
  const lack = unit.imei === '' ? null : lackOf(units, unit);
  // Where pairing is refused the sensor is there already.
  const [isAdded, setAdded] = useState(false);
  const close = useCarefulClose(!isAdded && (mac !== '' || name !== ''), onClose);
  const add = useSensorWrite(async (send, body: { mac: string; name: string }) => {
    if (!isAdded) await call(send, 'sensors.add', { body });
    setAdded(true);
    if (unit.imei !== '') await call(send, 'sensors.pair', { body: { mac: body.mac, imei: unit.imei, turn_on: unit.turnOn } });
  });
  const fields = errors.fields(add.error);
  const read = readMac(mac);
  const isTag = read !== null && kindOfMac(read) === 'tag';
  const added = unit.imei !== '' ? 'SensorPairing' : isTag ? 'SensorAddedTag' : 'SensorAdded';
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (lack !== null) return;
    add.mutate(
      { mac, name },
      {
        onSuccess: () => {
          toasts.show({ text: t(added, { name }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('SensorAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form className={styles['stack']} onSubmit={save} noValidate>
        <TextField
          label={t('SensorMac')}
          value={mac}
          disabled={isAdded}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="7C:D9:F4:1…"
          help={isTag ? t('SensorIsTag') : t('SensorMacHelp')}
          error={fields['mac'] ?? null}
          onChange={({ target }) => setMac(target.value)}
        />
        {isScanning ? (
          <Suspense fallback={null}>
            <CodeScanner
              read={macIn}
              texts={{
                aim: t('ScanAim'),
                stop: t('ScanStop'),
                failed: t('SensorScanFailed'),
                other: t('SensorScanOther'),
              }}
              onFound={(found) => {
                setScanning(false);
                setMac(macText(found));
              }}
              onStop={() => setScanning(false)}
            />
          </Suspense>
        ) : (
          !isAdded &&
          canScan() && (
            <div>
              <Button type="button" onClick={() => setScanning(true)}>
                {t('ScanImei')}
              </Button>
            </div>
          )
        )}
        <TextField
          label={t('NameOnly')}
          value={name}
          disabled={isAdded}
          maxLength={SENSOR_NAME_MAX}
          error={fields['name'] ?? null}
          onChange={({ target }) => setName(target.value)}
        />
        <UnitChoice units={units} chosen={unit} onChange={setUnit} none={t('SensorUnitLater')} lack={isTried ? lack : null} />
        {!isTag && unit.imei !== '' && <ToldOfNewSensor imei={unit.imei} />}
        {Object.keys(fields).length === 0 && <FailureBanner failure={add.error} onRetry="submit" />}
        <div className={styles['ends']}>
          <Button type="button" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" look="primary" isBusy={add.isPending}>
            {t('SensorAdd')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
