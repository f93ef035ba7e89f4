import { kindOfMac, macIn, macText, readMac, SENSOR_NAME_MAX } from '@spora/contract/sensors/rules';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ToldOfNewSensor } from '../../alarms/public/told-of-new-sensor.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { canScan } from '../../../lib/can-scan.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { pairedText, sensorsQuery, sensorUnitsQuery, useSensorWrite } from '../queries.ts';
import styles from './sensors.module.css';
import { type ChosenUnit, lackOf, NO_UNIT, type SensorUnit, UnitChoice } from './unit-choice.tsx';

const CodeScanner = lazy(() => import('../../../ui/code-scanner.tsx').then((module) => ({ default: module.CodeScanner })));

interface NewSensor {
  readonly mac: string;
  readonly name: string;
  readonly unit: ChosenUnit;
}
const OWN_FIELDS = ['mac', 'name'];
const NOTHING: NewSensor = { mac: '', name: '', unit: NO_UNIT };
/** That it is taken is no matter of the form as a whole. */
function atItsField(error: unknown): never {
  const isTaken = error instanceof ApiError && error.errors === 'SensorMacInUse';
  throw isTaken ? new ApiError(error.status, { mac: ['SensorMacInUse'] }) : error;
}

/** One may be chosen later. */
const unitLack = (units: readonly SensorUnit[], unit: ChosenUnit) => (unit.imei === '' ? null : lackOf(units, unit));

/** BLE-013: by its address as it stands on the sensor, and the unit that is to hear it, now or later. */
export function AddDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const toasts = useToasts();
  const { data: units = [] } = useQuery(sensorUnitsQuery(useSend()));
  const { data: here } = useQuery(sensorsQuery(useSend()));
  const sensorOf = (typed: string) => here?.sensors.find(({ mac }) => readMac(mac) === readMac(typed));
  const [isScanning, setScanning] = useState(false);
  // Where pairing is refused the sensor is there already.
  const [isAdded, setAdded] = useState(false);
  const add = useSensorWrite(async (send, { mac, name, unit }: NewSensor) => {
    if (!isAdded) await call(send, 'sensors.add', { body: { mac, name } }).catch(atItsField);
    setAdded(true);
    if (unit.imei === '') return null;
    return call(send, 'sensors.pair', { body: { mac, imei: unit.imei, turn_on: unit.turnOn } });
  });
  const draft = useDraftForm<NewSensor>({
    first: NOTHING,
    faultsOf: ({ mac, name, unit }) => ({
      mac:
        mac.trim() === ''
          ? 'SensorMacMissing'
          : readMac(mac) === null
            ? 'SensorMacInvalid'
            : !isAdded && sensorOf(mac)
              ? 'SensorMacInUse'
              : null,
      name: name.trim() === '' ? 'SpecifyName' : null,
      // Which of the two it is, its own field says.
      unit: unitLack(units, unit) === null ? null : 'SensorChooseUnit',
    }),
    write: add,
    send: (form) =>
      add.mutate(form, {
        onSuccess: (paired) => {
          toasts.show({ text: t(paired ? pairedText(paired) : isTag ? 'SensorAddedTag' : 'SensorAdded', { name: form.name }) });
          onClose();
        },
      }),
  });
  const { mac, name, unit } = draft.form;
  const close = useCarefulClose(!isAdded && draft.isUnsaved, onClose);
  const read = readMac(mac);
  // As soon as the address is whole, which one it is.
  const known = !isAdded && read !== null ? sensorOf(mac) : undefined;
  const isTag = read !== null && kindOfMac(read) === 'tag';
  return (
    <Dialog title={t('SensorAdd')} closeLabel={t('Close')} isOpen onClose={close}>
      <form ref={draft.place} className={styles['stack']} onSubmit={draft.submit} noValidate>
        <TextField
          label={t('SensorMac')}
          value={mac}
          disabled={isAdded}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="7C:D9:F4:1…"
          help={isTag ? t('SensorIsTag') : t('SensorMacHelp')}
          error={known ? t('SensorMacIsHere', { name: known.name }) : draft.errorOf('mac')}
          onChange={({ target }) => draft.set('mac', target.value)}
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
                draft.set('mac', macText(found));
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
          error={draft.errorOf('name')}
          onChange={({ target }) => draft.set('name', target.value)}
        />
        <UnitChoice
          units={units}
          chosen={unit}
          onChange={(chosen) => draft.set('unit', chosen)}
          none={t('SensorUnitLater')}
          lack={draft.errorOf('unit') === null ? null : unitLack(units, unit)}
        />
        {!isTag && unit.imei !== '' && <ToldOfNewSensor imei={unit.imei} />}
        <FailureBanner failure={add.error} ownFields={OWN_FIELDS} onRetry="submit" />
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
