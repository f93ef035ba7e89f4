import type { Refuelling } from '@spora/contract/refuelling/endpoints';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useKeptKm } from '../../../lib/unit-measures.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { atSameOdometer, measureOf } from '../model.ts';
import styles from './refuelling.module.css';

export interface RowActions {
  readonly onReceipt: (entry: Refuelling) => void;
  readonly onEdit: (entry: Refuelling) => void;
  readonly onRemove: (entry: Refuelling) => void;
}

/** Newest first; on phones a card each. */
export function RefuellingTable(props: RowActions & { rows: readonly Refuelling[] }): ReactNode {
  const { rows, ...actions } = props;
  const t = useT();
  const same = atSameOdometer(rows);
  return (
    <Table
      label={t('UnitTab-refuelling')}
      head={
        <>
          <th scope="col">{t('RefuellingTime')}</th>
          <th scope="col" data-kind="number">
            {t('RefuellingAmount')}
          </th>
          <th scope="col" data-kind="number">
            {t('RefuellingPrice')}
          </th>
          <th scope="col" data-kind="number">
            {t('RefuellingOdometer')}
          </th>
          <th scope="col">{t('RefuellingStation')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('RefuellingActions')}</span>
          </th>
        </>
      }
    >
      {rows.map((entry) => (
        <Row key={entry.id} entry={entry} isSameOdometer={same.has(entry.id)} {...actions} />
      ))}
    </Table>
  );
}

function Row(props: RowActions & { entry: Refuelling; isSameOdometer: boolean }): ReactNode {
  const { entry } = props;
  const t = useT();
  const format = useFormat();
  const kept = useKeptKm();
  const measure = measureOf(entry.fuel_type);
  const when = entry.is_masked ? format.day(entry.at) : format.dateTime(entry.at);
  return (
    <tr>
      <th scope="row" className={styles['figures']}>
        {when}
        {entry.recorded_by !== '' && <span className={styles['soft']}>{t('RefuellingBy', { name: entry.recorded_by })}</span>}
      </th>
      <td data-label={t('RefuellingAmount')} data-kind="number">
        <span>
          {format.number(entry.amount, 2)}
          {'\u00a0'}
          {measure}
          <span className={styles['soft']}>{t(`Fuel-${entry.fuel_type}`)}</span>
          {entry.per_10km !== null && (
            <span className={styles['soft']}>
              {t(measure === 'l' ? 'RefuellingPer10Km' : 'RefuellingPer10KmKwh', { amount: format.number(entry.per_10km, 2) })}
            </span>
          )}
        </span>
      </td>
      <td data-label={t('RefuellingPrice')} data-kind="number">
        {entry.price === null ? '' : format.money(entry.price, entry.currency ?? '')}
      </td>
      <td data-label={t('RefuellingOdometer')} data-kind="number">
        {entry.odometer_km !== null && (
          <span>
            {kept(entry.odometer_km, format.km(entry.odometer_km * 1000))}
            {props.isSameOdometer && <span className={styles['soft']}>{t('RefuellingSameOdometer')}</span>}
          </span>
        )}
      </td>
      <td data-label={t('RefuellingStation')}>
        <span>
          {entry.is_masked ? <span className={styles['soft']}>{t('RefuellingMasked')}</span> : entry.station}
          {entry.note !== '' && <span className={styles['soft']}>{entry.note}</span>}
        </span>
      </td>
      <td>
        <Ends {...props} when={when} />
      </td>
    </tr>
  );
}

function Ends(props: RowActions & { entry: Refuelling; when: string }): ReactNode {
  const { entry, when } = props;
  const t = useT();
  const act = (text: string, run: (entry: Refuelling) => void): ReactNode => (
    <Button isSmall look="quiet" aria-label={`${text}: ${when}`} onClick={() => run(entry)}>
      {text}
    </Button>
  );
  return (
    <div className={styles['actions']}>
      {entry.has_receipt && act(t('RefuellingReceipt'), props.onReceipt)}
      {entry.can.edit && act(t('RefuellingChange'), props.onEdit)}
      {entry.can.edit && act(t('RefuellingRemove'), props.onRemove)}
    </div>
  );
}
