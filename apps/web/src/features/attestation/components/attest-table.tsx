import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { cx } from '../../../ui/cx.ts';
import { isMonth, rowKey, rowMatterSearch, rowTripsSearch, STATE_TONES } from '../model.ts';
import { AttestStamps, SinceReopened } from './attest-stamps.tsx';
import { useUnitGone } from '../use-gone.ts';
import styles from './attest.module.css';

const ROW_PX = 72;

/** Rows per driver, unit and period; cards on phones. */
export function AttestTable(props: {
  rows: readonly AttestRow[];
  chosen: ReadonlySet<string>;
  /** Null: nothing can be chosen. */
  onChoose: ((keys: readonly string[], isOn: boolean) => void) | null;
  onAttest: (row: AttestRow) => void;
  onReopen: (row: AttestRow) => void;
}): ReactNode {
  const { rows, chosen, onChoose } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  const choosable = rows.filter((row) => row.can.attest || row.can.remind).map(rowKey);
  // The month stands above: days are told where some of them are not all of it.
  const hasPeriod = !rows.every(isMonth);
  const columns = 5 + Number(onChoose !== null) + Number(hasPeriod);
  return (
    <div ref={place} className={cx(styles['stack'], styles['rows'])}>
      {onChoose && choosable.length > 0 && (
        <div className={styles['choices']}>
          <CheckBox
            label={t('AttestChooseAll', { count: choosable.length })}
            checked={choosable.every((key) => chosen.has(key))}
            onChange={(isOn) => onChoose(choosable, isOn)}
          />
          {chosen.size === 0 && <span className={styles['soft']}>{t('AttestChooseFor')}</span>}
        </div>
      )}
      <Table
        label={t('AttestTabStatus')}
        hasNames
        rowCount={rows.length}
        head={
          <>
            {onChoose && (
              <th scope="col">
                <span className="visually-hidden">{t('AttestChoose')}</span>
              </th>
            )}
            <th scope="col">{t('Driver')}</th>
            <th scope="col">{t('Unit')}</th>
            {hasPeriod && <th scope="col">{t('Period')}</th>}
            <th scope="col" data-kind="number">
              {t('Distance')}
            </th>
            <th scope="col">{t('AttestState')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('AttestActs')}</span>
            </th>
          </>
        }
      >
        <TableGap height={shown.before} columns={columns} />
        {shown.indexes.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          return (
            <tr key={rowKey(row)} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
              <Cells {...props} row={row} hasPeriod={hasPeriod} />
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={columns} />
      </Table>
    </div>
  );
}

function Cells(props: Parameters<typeof AttestTable>[0] & { row: AttestRow; hasPeriod: boolean }): ReactNode {
  const { row, chosen, onChoose } = props;
  const t = useT();
  const format = useFormat();
  const { ID } = useUser();
  const distance = useUnitGone(row.unit_id);
  const driver = row.user_name ?? t('NoDriver');
  const canChoose = row.can.attest || row.can.remind;
  const canAttest = onChoose !== null && row.can.attest;
  return (
    <>
      {onChoose && (
        <td className={styles['choose']}>
          {canChoose && (
            <CheckBox
              label={<span className="visually-hidden">{t('AttestChooseRow', { name: driver, unit: row.unit_name })}</span>}
              checked={chosen.has(rowKey(row))}
              onChange={(isOn) => onChoose([rowKey(row)], isOn)}
            />
          )}
        </td>
      )}
      <th scope="row">{driver}</th>
      <td data-label={t('Unit')} className={styles['unit']}>
        <span>
          {row.unit_name}
          {row.registration_number && <span className={styles['under']}>{row.registration_number}</span>}
        </span>
      </td>
      {props.hasPeriod && (
        <td data-label={t('Period')} className={cx(styles['figures'], styles['span'])}>
          {t('AttestSpan', row)}
        </td>
      )}
      <td data-label={t('Distance')} data-kind="number" className={cx(styles['figures'], styles['gone'])}>
        <span>
          {distance(row.distance_m)}
          <span className={styles['under']}>
            <PageLink
              to={ADDRESSES.tripLog}
              search={rowTripsSearch(row)}
              aria-label={t('AttestTripsOf', { count: row.trips, name: driver, unit: row.unit_name })}
            >
              {t('TripCount', { count: row.trips })}
            </PageLink>
          </span>
        </span>
      </td>
      <td data-label={t('AttestState')} className={styles['told']}>
        <span className={styles['stamps']}>
          <span className={styles['how']}>
            <Badge tone={STATE_TONES[row.state]}>{t(`AttestState-${row.state}`)}</Badge>
            {row.state === 'open' && row.matters.length === 0 && <span>{t('AttestNothingOpen')}</span>}
          </span>
          {row.matters.map((matter) => (
            <PageLink
              key={matter.kind}
              className={styles['missing']}
              to={ADDRESSES.tripLog}
              search={rowMatterSearch(matter, row)}
            >
              {t(`AttestMatter-${matter.kind}`, { count: matter.count })}
            </PageLink>
          ))}
          {row.trips === 0 && row.user_id !== ID && <span>{t('AttestPrivateMaybe')}</span>}
          <AttestStamps row={row} format={format} />
          <SinceReopened row={row} />
          {row.late_trips > 0 && <span>{t('AttestLateTrips', { count: row.late_trips })}</span>}
          {row.reminded_at && row.can.remind && <span>{t('AttestReminded', { time: format.dateTime(row.reminded_at) })}</span>}
        </span>
      </td>
      <td className={styles['do']}>
        {(canAttest || row.can.reopen) && (
          <span className={styles['acts']}>
            {canAttest && (
              <Button isSmall icon="check" onClick={() => props.onAttest(row)}>
                {t('AttestRow')}
              </Button>
            )}
            {row.can.reopen && (
              <Button isSmall icon="undo" onClick={() => props.onReopen(row)}>
                {t('ReopenShort')}
              </Button>
            )}
          </span>
        )}
      </td>
    </>
  );
}
