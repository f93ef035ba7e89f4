import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { STATE_TONES } from '../model.ts';
import { attestHistoryQuery } from '../queries.ts';
import { AttestStamps } from './attest-stamps.tsx';
import styles from './attest.module.css';

type Row = DataOf<'attestation.history'>['rows'][number];
const ROW_PX = 72;
const COLUMNS = 5;

/** ATT-005, ATT-015: what was attested and opened again, with who, when and why. */
export function AttestHistory(): ReactNode {
  const t = useT();
  const query = useQuery(attestHistoryQuery(useSend()));
  return (
    <Loaded query={query} heights={rowsOf(52)} className={styles['stack']}>
      {({ rows }) =>
        rows.length === 0 ? (
          <EmptyState icon="history" title={t('AttestNoHistory')}>
            {t('AttestNoHistoryText')}
          </EmptyState>
        ) : (
          <HistoryTable rows={rows} />
        )
      }
    </Loaded>
  );
}

function HistoryTable(props: { rows: readonly Row[] }): ReactNode {
  const { rows } = props;
  const t = useT();
  const format = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('AttestTabHistory')}
        rowCount={rows.length}
        head={
          <>
            <th scope="col">{t('Period')}</th>
            <th scope="col">{t('Driver')}</th>
            <th scope="col">{t('Unit')}</th>
            <th scope="col">{t('AttestState')}</th>
            <th scope="col">{t('AttestWhoAndWhen')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          return (
            <tr key={row.id} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
              <th scope="row" className={styles['figures']}>
                {t('AttestSpan', { from: row.from, to: row.to })}
              </th>
              <td data-label={t('Driver')}>{row.user_name ?? t('NoDriver')}</td>
              <td data-label={t('Unit')}>
                <span>
                  {row.unit_name}
                  {row.registration_number && <span className={styles['under']}>{row.registration_number}</span>}
                </span>
              </td>
              <td data-label={t('AttestState')}>
                <Badge tone={STATE_TONES[row.state]}>{t(`AttestState-${row.state}`)}</Badge>
              </td>
              <td data-label={t('AttestWhoAndWhen')}>
                <AttestStamps row={row} format={format} />
              </td>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}
