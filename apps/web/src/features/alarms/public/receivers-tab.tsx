import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { brandOf } from '@spora/contract/brands';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { quietText } from '../receivers/held-back.ts';
import { isToldNothing } from '../receivers/model.ts';
import {
  addToDevice,
  type AlarmDevice,
  receiversQuery,
  removeFromDevice,
  sensorReceiversQuery,
  unitReceiversQuery,
  useReceiverWrite,
  useToggle,
} from '../receivers/queries.ts';
import { ReceiverSheet } from '../receivers/receiver-sheet.tsx';
import { ReceiverStateBadge, TakeOffButton } from '../receivers/receiver-table.tsx';
import { TellMe } from './tell-me.tsx';
import { useToldOfUnit } from './told-of-new-sensor.tsx';
import { toldOf } from './who-is-told.ts';
import styles from '../receivers/receivers.module.css';

/** ALARM-028, ALARM-029: who is told of the alarms of a unit. */
export function ReceiversTab({ unitId, name }: { unitId: number; name: string }): ReactNode {
  const t = useT();
  const query = useQuery(unitReceiversQuery(useSend(), unitId));
  const texts = { lead: t('ReceiverOfUnitLead'), none: t('ReceiverOfUnitNone', { name }) };
  return (
    <Section title={t('ReceiverOfUnit')}>
      <Loaded query={query} isPart>
        {(data) => <OfDevice of={{ device: 'gps', id: unitId }} name={name} texts={texts} data={data} />}
      </Loaded>
    </Section>
  );
}

/** ALARM-029: who is told of the alarms of a Bluetooth sensor: its own receivers, without any those of its unit (`imei`). */
export function SensorReceivers({ sensorId, imei }: { sensorId: number; imei: string | null }): ReactNode {
  const t = useT();
  const query = useQuery(sensorReceiversQuery(useSend(), sensorId));
  return (
    <Section title={t('ReceiverOfUnit')}>
      <Loaded query={query} isPart>
        {(data) => <OfSensor sensorId={sensorId} imei={imei} data={data} />}
      </Loaded>
    </Section>
  );
}

function OfSensor(props: { sensorId: number; imei: string | null; data: DataOf<'alarms.sensor-receivers'> }): ReactNode {
  const { data } = props;
  const t = useT();
  const brand = brandOf(useUser().SubsiteID);
  const own = data.alarmReceivers;
  const ofUnit = useToldOfUnit(own.length > 0 ? null : props.imei);
  const isNobody = own.length > 0 ? toldOf(own, 'temperature', brand).length === 0 : ofUnit?.length === 0;
  const none = ofUnit && ofUnit.length > 0 ? t('SensorToldByUnit', { names: ofUnit.join(', ') }) : t('ReceiverOfSensorNone');
  return (
    <>
      {isNobody && <Banner tone="warning">{t('SensorToldNobody')}</Banner>}
      <OfDevice of={{ device: 'ble', id: props.sensorId }} texts={{ lead: t('ReceiverOfSensorLead'), none }} data={data} />
    </>
  );
}

function OfDevice(props: {
  of: AlarmDevice;
  /** Of a unit, of which whoever looks may be told at a press. */
  name?: string;
  texts: { readonly lead: string; readonly none: string };
  data: DataOf<'alarms.unit-receivers'> | DataOf<'alarms.sensor-receivers'>;
}): ReactNode {
  const { of, texts, data } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const all = useQuery(receiversQuery(useSend())).data?.alarmReceivers ?? [];
  const [edited, setEdited] = useState<AlarmReceiver | 'new' | null>(null);
  const add = useReceiverWrite(addToDevice);
  const remove = useReceiverWrite(removeFromDevice);
  const failed = (failure: unknown): void => void toasts.show({ text: errors.text(failure), tone: 'danger' });
  const told = new Set(data.alarmReceivers.map(({ id }) => id));
  const others = all.filter(({ id }) => !told.has(id));
  const takeOff = (receiver: AlarmReceiver): void =>
    remove.mutate(
      { receiverId: receiver.id, of },
      {
        onSuccess: () =>
          toasts.show({
            text: t('ReceiverTakenOff', { name: receiver.name }),
            action: { label: t('Undo'), run: () => add.mutate({ receiverId: receiver.id, of }, { onError: failed }) },
          }),
        onError: failed,
      },
    );
  return (
    <div className={styles['form']}>
      <p className={styles['soft']}>
        {texts.lead} <PageLink to={ADDRESSES.alarmReceivers}>{t('ReceiverAll')}</PageLink>
      </p>
      {!data.can.add && <Banner tone="information">{t('ReceiverOfUnitLocked')}</Banner>}
      {data.alarmReceivers.length === 0 ? (
        <div className={styles['beside']}>
          <p>{texts.none}</p>
          {props.name !== undefined && data.can.add && <TellMe isFor={({ ID }) => ID === of.id} units={props.name} />}
        </div>
      ) : (
        <ul className={styles['rows']} aria-label={t('ReceiverOfUnit')}>
          {data.alarmReceivers.map((receiver) => (
            <li key={receiver.id} className={styles['rowOfUnit']}>
              <span className={styles['who']}>
                {receiver.name}
                <span className={styles['soft']}>
                  {[receiver.email, phoneText(receiver.country_code + receiver.phone), ...classesOf(receiver, t)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <ReceiverStateBadge receiver={receiver} />
                {isToldNothing(receiver) && <SilentReceiver receiver={receiver} />}
              </span>
              {data.can.add && (
                <span className={styles['actions']}>
                  <Button isSmall aria-label={t('ReceiverEditOf', { name: receiver.name })} onClick={() => setEdited(receiver)}>
                    {t('ReceiverEdit')}
                  </Button>
                  <TakeOffButton
                    label={t('ReceiverTakeOff', { name: receiver.name })}
                    isBusy={remove.isPending}
                    onClick={() => takeOff(receiver)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {data.can.add && (
        <div className={styles['pair']} data-at="end">
          {others.length > 0 && (
            <PickField
              label={t('ReceiverAddExisting')}
              value=""
              noneText={t('ReceiverAddNone')}
              options={others.map(({ id, name, email }) => ({ value: String(id), label: email ? `${name}, ${email}` : name }))}
              onChange={(id) => id !== '' && add.mutate({ receiverId: Number(id), of }, { onError: failed })}
            />
          )}
          <div>
            <Button icon="plus" onClick={() => setEdited('new')}>
              {t('ReceiverNew')}
            </Button>
          </div>
        </div>
      )}
      {edited && (
        <ReceiverSheet
          receiver={edited === 'new' ? null : edited}
          receivers={all}
          of={of}
          onClose={() => setEdited(null)}
          onAdded={() => setEdited(null)}
        />
      )}
    </div>
  );
}

/** What a receiver is told of, in words, and when of function alarms it is not. */
const classesOf = (receiver: AlarmReceiver, t: ReturnType<typeof useT>): (string | null)[] => [
  receiver.security_alarm === 1 ? t('SecurityAlarms') : null,
  ...(receiver.function_alarm === 1 ? [t('FunctionAlarms'), quietText(receiver, t)] : []),
];

/** Who stands in the list and is told of nothing, and the press that mends it. */
function SilentReceiver({ receiver }: { receiver: AlarmReceiver }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const toggle = useToggle();
  return (
    <span className={styles['silent']}>
      <Badge tone="warning">{t('ReceiverToldNothing')}</Badge>
      <Button
        isSmall
        isBusy={toggle.isPending}
        onClick={() =>
          toggle.mutate(
            { receiverId: receiver.id, type: 'security', isOn: true },
            { onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }) },
          )
        }
      >
        {t('ReceiverSecurityOn')}
      </Button>
    </span>
  );
}
