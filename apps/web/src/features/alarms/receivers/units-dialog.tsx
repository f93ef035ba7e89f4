import type { AssignableSensor, AssignableUnit } from '@spora/contract/alarms/receivers';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { kindsText } from './kinds-text.ts';
import { isSilent, NAMED_UNITS, type ToldOf } from './model.ts';
import { assignUnits, receiverUnitsQuery, useReceiverWrite } from './queries.ts';
import { UnitList } from './unit-list.tsx';
import styles from './receivers.module.css';

interface UnitsDialogProps {
  readonly id: number;
  readonly name: string;
  readonly told: ToldOf;
  readonly onClose: () => void;
}

/** ALARM-023 to 026: of which units a receiver is told. */
export function UnitsDialog(props: UnitsDialogProps): ReactNode {
  const t = useT();
  const query = useQuery(receiverUnitsQuery(useSend(), props.id));
  if (query.data) return <Chosen {...props} data={query.data} />;
  return (
    <Dialog title={t('ReceiverChooseUnitsOf', { name: props.name })} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      <NotLoaded query={query} isPart />
    </Dialog>
  );
}

const isOther = (chosen: ReadonlySet<number>, first: ReadonlySet<number>): boolean =>
  chosen.size !== first.size || [...chosen].some((id) => !first.has(id));

/** A sensor as the list of units shows it, with its address in place of the number. */
const asUnit = ({ id, Name, SerialNumber, IsSelected }: AssignableSensor): AssignableUnit => ({
  ID: id,
  Name,
  Imei: SerialNumber,
  registration_number: null,
  IsSelected,
  isLocked: false,
});

function Chosen(props: UnitsDialogProps & { data: DataOf<'alarms.receiver-units'> }): ReactNode {
  const { data, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  // What was chosen when it opened: the list may be asked for again while somebody chooses.
  const [gps] = useState(data.gps);
  const first = useMemo(() => new Set(gps.filter(({ IsSelected }) => IsSelected).map(({ ID }) => ID)), [gps]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(first);
  const [ble] = useState(() => data.ble.map(asUnit));
  const firstSensors = useMemo(() => new Set(ble.filter(({ IsSelected }) => IsSelected).map(({ ID }) => ID)), [ble]);
  const [sensors, setSensors] = useState<ReadonlySet<number>>(firstSensors);
  const [tab, setTab] = useState('gps');
  const [isMissing, setMissing] = useState(false);
  const write = useReceiverWrite(assignUnits);
  const isDirty = isOther(chosen, first) || isOther(sensors, firstSensors);
  const count = chosen.size + sensors.size;
  const close = useCarefulClose(isDirty && !write.isSuccess, onClose);
  /** Who gets what of which units from now on; of many, how many they are. */
  const savedText = (): string => {
    if (isSilent(props.told)) return t('ReceiverSavedSilent', { name: props.name });
    const named = [...gps.filter(({ ID }) => chosen.has(ID)), ...ble.filter(({ ID }) => sensors.has(ID))];
    return t('ReceiverUnitsSaved', {
      kinds: kindsText(props.told, t),
      units:
        named.length <= NAMED_UNITS
          ? named.map(({ Name }) => Name).join(', ')
          : t('ReceiverUnitCount', { gps: chosen.size, ble: sensors.size }),
      name: props.name,
    });
  };
  const save = (): void => {
    setMissing(count === 0);
    if (count === 0 || write.isPending) return;
    write.mutate(
      { receiverId: props.id, unitIds: [...chosen], sensorIds: [...sensors] },
      {
        onSuccess: () => {
          toasts.show({ text: savedText() });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('ReceiverChooseUnitsOf', { name: props.name })} closeLabel={t('Close')} isOpen onClose={close}>
      <div className={styles['form']}>
        <Tabs
          label={t('ReceiverUnits')}
          selected={tab}
          onSelect={setTab}
          tabs={[
            {
              id: 'gps',
              label: t('ReceiverUnitsGps', { chosen: chosen.size, count: gps.length }),
              panel: <UnitList units={gps} chosen={chosen} onChange={setChosen} />,
            },
            {
              id: 'ble',
              label: t('ReceiverUnitsBle', { chosen: sensors.size, count: ble.length }),
              panel:
                ble.length === 0 ? (
                  <p className={styles['empty']}>{t('ReceiverBleNone')}</p>
                ) : (
                  <UnitList units={ble} chosen={sensors} onChange={setSensors} />
                ),
            },
          ]}
        />
        {isMissing && count === 0 && <p role="alert">{t('ReceiverSelectUnit')}</p>}
        <FailureBanner failure={write.error} onRetry={save} />
        <div className={styles['ends']}>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={write.isPending} onClick={save}>
            {write.isPending ? t('Saving') : t('Save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
