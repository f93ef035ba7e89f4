import type { AssignableSensor, AssignableUnit } from '@spora/contract/alarms/receivers';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { kindsText } from './kinds-text.ts';
import { foundUnits, isSilent, NAMED_UNITS, type ToldOf, withAll } from './model.ts';
import { assignUnits, receiverUnitsQuery, useReceiverWrite } from './queries.ts';
import styles from './receivers.module.css';

const ROW_PX = 40;

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

/** ALARM-026: select-all acts on what the search leaves, and never on locked units. */
function UnitList(props: {
  units: readonly AssignableUnit[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}): ReactNode {
  const { units, chosen, onChange } = props;
  const t = useT();
  const [q, setQ] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const seen = useMemo(() => foundUnits(units, q), [units, q]);
  const free = seen.filter(({ isLocked }) => !isLocked);
  const shown = useRowWindow(seen.length, ROW_PX, list);
  return (
    <div className={styles['form']}>
      <SearchField label={t('ReceiverUnitsSearch')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} />
      <div className={styles['scroller']}>
        {free.length > 0 && (
          <label className={cx(styles['line'], styles['all'])}>
            <input
              type="checkbox"
              checked={free.every(({ ID }) => chosen.has(ID))}
              onChange={(event) => onChange(withAll(chosen, seen, event.target.checked))}
            />
            <span>{t('ReceiverSelectAll', { count: free.length })}</span>
          </label>
        )}
        <div ref={list}>
          <div style={{ height: shown.before }} />
          {shown.indexes.map((index) => {
            const unit = seen[index];
            if (!unit) return null;
            return (
              <div key={unit.ID} ref={shown.measure} data-index={index}>
                <label className={cx(styles['line'], unit.isLocked && styles['locked'])}>
                  <input
                    type="checkbox"
                    checked={chosen.has(unit.ID)}
                    disabled={unit.isLocked}
                    onChange={(event) => onChange(withAll(chosen, [unit], event.target.checked))}
                  />
                  <span>{unit.Name}</span>
                  {unit.isLocked && (
                    <>
                      <Icon name="lock" size={14} />
                      <span className={styles['soft']}>{t('ReceiverLocked')}</span>
                    </>
                  )}
                  <span className={styles['ids']}>
                    {unit.registration_number !== null && unit.registration_number !== unit.Name && (
                      <span>{unit.registration_number}</span>
                    )}
                    <span className={styles['soft']}>{unit.Imei}</span>
                  </span>
                </label>
              </div>
            );
          })}
          <div style={{ height: shown.after }} />
        </div>
        {seen.length === 0 && <p className={styles['empty']}>{q ? t('NoUnitsFound') : t('ReceiverUnitsNone')}</p>}
      </div>
    </div>
  );
}
