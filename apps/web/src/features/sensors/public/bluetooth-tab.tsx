import type { Sensor, UnitBluetooth } from '@spora/contract/sensors/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import frame from '../../../ui/section.module.css';
import { Section } from '../../../ui/section.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { ActDialog } from '../components/act-dialog.tsx';
import { type SensorAct, SensorsTable } from '../components/sensors-table.tsx';
import styles from '../components/sensors.module.css';
import { bluetoothQuery, useSensorWrite } from '../queries.ts';

/** API-108, BLE-005, BLE-018: the Bluetooth of one unit, and the sensors that it hears. */
export function BluetoothTab({ imei }: { imei: string }): ReactNode {
  const query = useQuery(bluetoothQuery(useSend(), imei));
  if (query.data) return <Bluetooth imei={imei} data={query.data} />;
  return <NotLoaded query={query} heights={[120, 200]} className={frame['sections']} isPart />;
}

function Bluetooth({ imei, data }: { imei: string; data: UnitBluetooth }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isLeaving, setLeaving] = useState(false);
  const [asked, setAsked] = useState<{ act: SensorAct; sensor: Sensor } | null>(null);
  const enable = useSensorWrite((send) => call(send, 'sensors.enable', { params: { imei } }));
  const disable = useSensorWrite((send) => call(send, 'sensors.disable', { params: { imei }, body: { confirm: true } }));
  const failed = (failure: unknown): unknown => toasts.show({ text: errors.text(failure), tone: 'danger' });
  const turn = (isOn: boolean): void => {
    if (isOn) enable.mutate(undefined, { onError: failed });
    else if (data.sensors.length > 0) setLeaving(true);
    else disable.mutate(undefined, { onError: failed });
  };
  return (
    <div className={frame['sections']}>
      <Section title={t('Bluetooth')}>
        {data.profile === null ? (
          <p className={frame['soft']}>{t('BluetoothNoProfile')}</p>
        ) : (
          <>
            <Switch
              label={t('BluetoothSwitch')}
              isOn={data.is_on}
              isDisabled={!data.can.edit || enable.isPending || disable.isPending}
              onChange={turn}
            />
            <p className={frame['soft']}>
              {t('SensorDraw', {
                before: format.number(data.idle_draw_ma.without),
                after: format.number(data.idle_draw_ma.with),
              })}
            </p>
            {data.is_pending && <Banner tone="information">{t('BluetoothPending')}</Banner>}
            {!data.profile.is_confirmed && <Banner tone="warning">{t('BluetoothUnconfirmed')}</Banner>}
          </>
        )}
      </Section>
      <Section title={t('Sensors')}>
        {data.sensors.length === 0 ? (
          <p className={frame['soft']}>{t('BluetoothNoSensors')}</p>
        ) : (
          <SensorsTable rows={data.sensors} isOfUnit onAct={(act, sensor) => setAsked({ act, sensor })} />
        )}
        <PageLink to={ADDRESSES.sensors}>{t('SensorToList')}</PageLink>
      </Section>
      {asked && <ActDialog {...asked} onClose={() => setAsked(null)} />}
      {isLeaving && (
        <Dialog title={t('BluetoothOffTitle')} closeLabel={t('Close')} isOpen onClose={() => setLeaving(false)}>
          <div className={styles['stack']}>
            <p>{t('BluetoothOffText')}</p>
            <ul className={styles['plainList']}>
              {data.sensors.map(({ id, name, mac }) => (
                <li key={id}>{`${name} (${mac})`}</li>
              ))}
            </ul>
            <FailureBanner failure={disable.error} />
            <div className={styles['ends']}>
              <Button onClick={() => setLeaving(false)}>{t('Cancel')}</Button>
              <Button
                look="danger"
                isBusy={disable.isPending}
                onClick={() => disable.mutate(undefined, { onSuccess: () => setLeaving(false) })}
              >
                {t('BluetoothOff')}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}
