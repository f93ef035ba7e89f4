import type { DataOf } from '@spora/contract/endpoint-map';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Table, TableGap } from '../../../ui/table.tsx';
import { type AttestParts, isMonth, STATE_TONES } from '../model.ts';
import { attestHistoryQuery } from '../queries.ts';
import { useGone } from '../use-gone.ts';
import { AttestChoice } from './attest-choice.tsx';
import { AttestStamps } from './attest-stamps.tsx';
import styles from './attest.module.css';

type Row = DataOf<'attestation.history'>['rows'][number];
const ROW_PX = 72;
const COLUMNS = 5;

/** ATT-005, ATT-015: what was attested and opened again, with who, when and why. */
export function AttestHistory({ search, onSearch }: AttestParts): ReactNode {
  const t = useT();
  const send = useSend();
  const all = useQuery(attestHistoryQuery(send));
  // Asked for by driver and unit: the newest of everybody may leave out what one looks for.
  const query = useQuery({
    ...attestHistoryQuery(send, {
      ...(search.user ? { user_id: Number(search.user) } : {}),
      ...(search.unit ? { unit_id: Number(search.unit) } : {}),
    }),
    placeholderData: keepPreviousData,
  });
  const { month } = search;
  return (
    <div className={styles['stack']}>
      {all.data && all.data.rows.length > 0 && <HistoryFilters rows={all.data.rows} search={search} onSearch={onSearch} />}
      <Loaded query={query} heights={rowsOf(52)} className={styles['stack']}>
        {(data) => {
          const rows = data.rows.filter(({ from, to }) => !month || (from.slice(0, 7) <= month && to.slice(0, 7) >= month));
          if (rows.length > 0) return <HistoryTable rows={rows} />;
          return month || search.user || search.unit ? (
            <EmptyState
              icon="history"
              title={t('AttestNoMatch')}
              action={
                <Button onClick={() => onSearch({ month: undefined, user: undefined, unit: undefined })}>
                  {t('ClearFilters')}
                </Button>
              }
            />
          ) : (
            <EmptyState icon="history" title={t('AttestNoHistory')}>
              {t('AttestNoHistoryText')}
            </EmptyState>
          );
        }}
      </Loaded>
    </div>
  );
}

/** The months, drivers and units that were ever attested. */
function HistoryFilters({ rows, search, onSearch }: AttestParts & { rows: readonly Row[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const optionsOf = (named: ReadonlyMap<string, string>) => [...named].map(([value, label]) => ({ value, label }));
  const parts = { search, onSearch };
  const byName = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
    a.localeCompare(b, format.language);
  const months = [...new Set(rows.flatMap(({ from, to }) => [from.slice(0, 7), to.slice(0, 7)]))].toSorted().toReversed();
  const users = rows.flatMap((row) => (row.user_id === null ? [] : [[String(row.user_id), row.user_name ?? ''] as const]));
  const units = rows.map((row) => [String(row.unit_id), row.unit_name] as const);
  return (
    <div className={styles['picks']} role="search" aria-label={t('AttestTabHistory')}>
      <AttestChoice
        {...parts}
        name="month"
        label={t('Period')}
        all={t('AttestAllMonths')}
        options={months.map((month) => ({ value: month, label: format.month(month) }))}
      />
      <AttestChoice
        {...parts}
        name="user"
        label={t('Driver')}
        all={t('AttestAllDrivers')}
        options={optionsOf(new Map(users.toSorted(byName)))}
      />
      <AttestChoice
        {...parts}
        name="unit"
        label={t('Unit')}
        all={t('AllUnits')}
        options={optionsOf(new Map(units.toSorted(byName)))}
      />
    </div>
  );
}

function HistoryTable(props: { rows: readonly Row[] }): ReactNode {
  const { rows } = props;
  const t = useT();
  const format = useFormat();
  const gone = useGone();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place} className={styles['history']}>
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
          const period = isMonth(row) ? format.month(row.from.slice(0, 7)) : t('AttestSpan', { from: row.from, to: row.to });
          return (
            <tr key={row.id} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
              <th scope="row" className={styles['figures']}>
                <span className={styles['named']}>{period}</span>
                <span className={styles['under']}>
                  <PageLink
                    to={ADDRESSES.tripLog}
                    search={{
                      period: 'custom',
                      from: row.from,
                      to: row.to,
                      ...(row.imei ? { unit: row.imei } : {}),
                      ...(row.user_id === null ? {} : { drivers: String(row.user_id) }),
                    }}
                  >
                    {row.trips ? t('ShowTripCount', { count: row.trips }) : t('AttestHistoryTrips')}
                    <span className="visually-hidden">{`: ${row.user_name ?? t('NoDriver')}, ${row.unit_name}, ${period}`}</span>
                  </PageLink>
                  {row.distance_m !== null && row.trips
                    ? `\u00a0· ${gone(row.distance_m, [{ unit_id: row.unit_id, metres: row.distance_m }])}`
                    : ''}
                </span>
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
              <td data-label={t('AttestWhoAndWhen')} className={styles['who']}>
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
