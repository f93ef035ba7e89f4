import { useRef, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Table, TableGap } from '../../../ui/table.tsx';
import { inputsOf, type RawColumns } from '../raw-model.ts';
import styles from './geo-data.module.css';

const ROW_PX = 37;
const COLUMNS = 8;

/** UNIT-017: every record as a row; choosing one marks its place on the map. */
export function RawTable(props: {
  columns: RawColumns;
  hidesSpeed: boolean;
  selected: number | null;
  onSelect: (index: number) => void;
}): ReactNode {
  const { columns, selected, onSelect } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const count = columns.time.length;
  const shown = useRowWindow(count, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('GeoDataTable')}
        rowCount={count}
        head={
          <>
            <th scope="col">{t('GeoTime')}</th>
            <th scope="col">{t('GeoPlace')}</th>
            <th scope="col" data-kind="number">
              {t('Speed')}
            </th>
            <th scope="col" data-kind="number">
              {t('Heading')}
            </th>
            <th scope="col" data-kind="number">
              {t('GeoSatellites')}
            </th>
            <th scope="col">{t('Ignition')}</th>
            <th scope="col" data-kind="number">
              {t('GeoVoltage')}
            </th>
            <th scope="col">{t('GeoInputs')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.map((index) => (
          <RawRow
            key={index}
            {...{ columns, index, onSelect }}
            hidesSpeed={props.hidesSpeed}
            isSelected={index === selected}
            measure={shown.measure}
          />
        ))}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}

function RawRow(props: {
  columns: RawColumns;
  index: number;
  hidesSpeed: boolean;
  isSelected: boolean;
  onSelect: (index: number) => void;
  measure: (row: Element | null) => void;
}): ReactNode {
  const { columns, index, isSelected } = props;
  const t = useT();
  const format = useFormat();
  const speed = columns.speed_kmh[index] ?? null;
  const ignition = columns.ignition[index] ?? null;
  const voltage = columns.voltage_v[index] ?? null;
  const quality = columns.quality[index];
  const inputs = inputsOf(columns.inputs[index] ?? '');
  const instant = new Date(columns.time[index] ?? 0).toISOString();
  return (
    <tr
      ref={props.measure}
      className={styles['row']}
      data-index={index}
      data-selected={isSelected}
      aria-rowindex={index + 2}
      onClick={() => props.onSelect(index)}
    >
      <th scope="row">
        <button type="button" className={styles['time']} aria-pressed={isSelected} title={t('GeoShow')}>
          {format.exactTime(instant)}
        </button>
      </th>
      <td data-label={t('GeoPlace')}>
        <span className={styles['place']}>
          {columns.lat[index]?.toFixed(5)}, {columns.lng[index]?.toFixed(5)}
        </span>
        {quality !== 'good' && (
          <span className={styles['doubt']}>{quality === 'no-fix' ? t('GeoNoFix') : t('GeoImplausible')}</span>
        )}
      </td>
      <td data-label={t('Speed')} data-kind="number">
        {props.hidesSpeed || speed === null ? '–' : format.speed(speed)}
      </td>
      <td data-label={t('Heading')} data-kind="number">
        {columns.heading_deg[index]}°
      </td>
      <td data-label={t('GeoSatellites')} data-kind="number">
        {columns.satellites[index]}
      </td>
      <td data-label={t('Ignition')}>{ignition === null ? '–' : ignition ? t('IgnitionOn') : t('IgnitionOff')}</td>
      <td data-label={t('GeoVoltage')} data-kind="number">
        {voltage === null ? '–' : `${format.number(voltage, 1)}\u00a0V`}
      </td>
      <td data-label={t('GeoInputs')}>
        {!inputs.isKnown ? '–' : inputs.on.length === 0 ? t('GeoInputsOff') : t('GeoInputsOn', { inputs: inputs.on.join(', ') })}
      </td>
    </tr>
  );
}
