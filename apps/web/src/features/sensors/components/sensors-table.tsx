import type { Sensor } from '@spora/contract/sensors/endpoints';
import { useMemo, useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { cx } from '../../../ui/cx.ts';
import { breachesOf, watchesNothing } from '../chart-model.ts';
import { type OpenAlarm, useOpenSensorAlarms } from '../queries.ts';
import { useSensorTexts } from '../use-sensor-texts.ts';
import { isOver, OpenAlarmLink } from './open-alarm-link.tsx';
import styles from './sensors.module.css';
import { ValueParts } from './value-parts.tsx';

const ROW_PX = 76;
const COLUMNS = 7;
const STATE_TONES = { unpaired: 'plain', pending: 'warning' } as const;

export type SensorAct = 'pair' | 'unpair' | 'remove';

/** BLE-015: what is outside its limits now comes first, then what has an alarm that nobody has handled; within each the order they came in. */
function worstFirst(rows: readonly Sensor[], openOf: (sensor: Sensor) => readonly OpenAlarm[]): readonly Sensor[] {
  const rankOf = (sensor: Sensor): number => (breachesOf(sensor).length > 0 ? 0 : openOf(sensor).length > 0 ? 1 : 2);
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/**
 * BLE-012; on phones each sensor is a card, without the words for what is as it should be. What undoes the pairing is on the sensor's own page
 * there, where its name leads.
 */
export function SensorsTable(props: {
  rows: readonly Sensor[];
  onAct: (act: SensorAct, sensor: Sensor) => void;
  /** In a unit's own page the unit is known. */
  isOfUnit?: boolean;
}): ReactNode {
  const { isOfUnit = false } = props;
  const t = useT();
  const texts = useSensorTexts();
  const openOf = useOpenSensorAlarms();
  const rows = useMemo(() => worstFirst(props.rows, openOf), [props.rows, openOf]);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('Sensors')}
        rowCount={rows.length}
        hasDenseCards
        head={
          <>
            <th scope="col">{t('NameOnly')}</th>
            <th scope="col">{t('SensorType')}</th>
            {!isOfUnit && <th scope="col">{t('SensorUnit')}</th>}
            <th scope="col">{t('SensorStateTitle')}</th>
            <th scope="col">{t('SensorLastValue')}</th>
            <th scope="col">{t('SensorBattery')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('SensorPair')}</span>
            </th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.flatMap((index) => {
          const sensor = rows[index];
          if (!sensor) return [];
          return (
            <tr key={sensor.id} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
              <th scope="row">
                <div className={styles['lines']}>
                  <PageLink to={ADDRESSES.sensor} params={{ sensorID: String(sensor.id) }}>
                    {sensor.name}
                  </PageLink>
                  <span className={`${styles['soft']} ${styles['mac']}`}>{sensor.mac}</span>
                </div>
              </th>
              <td data-label={t('SensorType')} data-card="plain" className={styles['type']}>
                {t(`SensorKind-${sensor.kind}`)}
              </td>
              {!isOfUnit && (
                <td data-label={t('SensorUnit')} data-card="plain">
                  {sensor.unit?.name ?? ''}
                </td>
              )}
              <td
                data-label={t('SensorStateTitle')}
                data-card="plain"
                data-blank={sensor.state === 'paired' && !isNotable(sensor, openOf(sensor))}
                className={cx(isNotable(sensor, openOf(sensor)) && styles['notes'])}
              >
                <div className={styles['lines']}>
                  <State sensor={sensor} />
                  <Notes sensor={sensor} open={openOf(sensor)} />
                </div>
              </td>
              <td data-label={t('SensorLastValue')} data-card="aside" className={styles['value']}>
                <LastValue sensor={sensor} />
              </td>
              <td data-label={t('SensorBattery')} data-card="fact">
                <Battery texts={texts.battery(sensor)} />
              </td>
              <td data-card="end" data-blank={sensor.state !== 'unpaired'}>
                <Acts sensor={sensor} onAct={props.onAct} />
              </td>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}

const isNotable = (sensor: Sensor, open: readonly OpenAlarm[]): boolean => open.length > 0 || breachesOf(sensor).length > 0;

/** BLE-015: what of it lies outside, and its alarms that nobody has handled, each the way to it. */
function Notes({ sensor, open }: { sensor: Sensor; open: readonly OpenAlarm[] }): ReactNode {
  const t = useT();
  const texts = useSensorTexts();
  const breaches = texts.breaches(sensor);
  const [newest] = open;
  return (
    <>
      {breaches.map((text) => (
        <Badge key={text} tone="danger">
          {text}
        </Badge>
      ))}
      <OpenAlarmLink sensor={sensor} open={open} />
      {(!newest || isOver(newest)) && breaches.length > 0 && sensor.settings.outside_min > 0 && (
        <span className={styles['soft']}>{t('SensorAlarmAfter', { count: sensor.settings.outside_min })}</span>
      )}
    </>
  );
}

/** In a word, and of what waits since when and until when; the usual state is no louder than a word, and since when is on its own page. */
function State({ sensor }: { sensor: Sensor }): ReactNode {
  const t = useT();
  const texts = useSensorTexts();
  const { state } = sensor;
  if (state === 'paired') return <span className={cx(styles['soft'], styles['usual'])}>{t('SensorState-paired')}</span>;
  return (
    <span className={styles['lines']}>
      <Badge tone={STATE_TONES[state]}>{t(`SensorState-${state}`)}</Badge>
      <span className={styles['soft']}>{texts.state(sensor)}</span>
    </span>
  );
}

/** BLE-015, BLE-017: what it measured against its limits, when, and whether it ought to have measured again by now. */
function LastValue({ sensor }: { sensor: Sensor }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = useSensorTexts();
  const nowMs = useNow();
  const breaches = texts.breaches(sensor);
  return (
    <div className={styles['lines']}>
      <span className={cx(breaches.length > 0 && styles['breach'])}>
        <ValueParts text={texts.values(sensor)} />
      </span>
      {breaches.length === 0 && texts.limits(sensor) && <span className={styles['soft']}>{texts.limits(sensor)}</span>}
      {watchesNothing(sensor) && <span className={styles['soft']}>{t('SensorNoLimits')}</span>}
      {sensor.value && <span className={styles['soft']}>{nearMoment(sensor.value.at, nowMs, { t, format })}</span>}
      {sensor.value?.is_stale && <Badge tone="warning">{t('SensorStale')}</Badge>}
    </div>
  );
}

/** Its word, and beneath it what that is in figures. */
function Battery({ texts }: { texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null;
  return (
    <span className={styles['battery']}>
      {texts.map((text, index) => (
        <span key={text} className={cx(index > 0 && styles['soft'])}>
          {text}
        </span>
      ))}
    </span>
  );
}

function Acts({ sensor, onAct }: { sensor: Sensor; onAct: (act: SensorAct, sensor: Sensor) => void }): ReactNode {
  const t = useT();
  if (!sensor.can.edit) return null;
  const act = (what: SensorAct, text: string): ReactNode => (
    <Button isSmall aria-label={`${text}: ${sensor.name}`} onClick={() => onAct(what, sensor)}>
      {text}
    </Button>
  );
  return (
    <div className={styles['ends']}>
      {sensor.state === 'unpaired' ? act('pair', t('SensorPair')) : act('unpair', t('SensorUnpair'))}
      {act('remove', t('SensorRemove'))}
    </div>
  );
}
