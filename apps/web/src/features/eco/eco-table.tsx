import { useMemo, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { SortHeading, type SortOrder, Table } from '../../ui/table.tsx';
import styles from './eco.module.css';
import {
  columnsOf,
  type EcoFigures,
  type EcoReport,
  type EcoRow,
  goneOf,
  HARSH,
  inOrder,
  isScored,
  isSeldom,
  rateText,
  shareText,
  totalTrendOf,
  trendOf,
  UNKNOWN,
} from './model.ts';
import { Distance, Idle, Trend } from './figures.tsx';
import { Score } from './score.tsx';
import type { EcoColumn } from './search.ts';

/** Scores and what they are made of, the best first; a row leads to its events. Rows without a score come last, when asked for. On phones each row is a line of name, score, distance and trend; what else it says stands where it opens. */
export function EcoTable(props: {
  report: EcoReport;
  order: SortOrder<EcoColumn>;
  onOrder: (order: SortOrder<EcoColumn>) => void;
  onOpen: (row: EcoRow) => void;
}): ReactNode {
  const { report, order, onOrder, onOpen } = props;
  const t = useT();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const user = useUser();
  const columns = columnsOf(report);
  const harsh = HARSH.filter((kind) => columns.has(kind));
  // Of a figure the most is asked for first.
  const sort = (next: SortOrder<EcoColumn>): void =>
    onOrder(next === 'name' || next.startsWith('-') || order.endsWith(next) ? next : `-${next as EcoColumn}`);
  const heading = (column: EcoColumn, text: string): ReactNode => (
    <SortHeading column={column} order={order} onSort={sort} isNumber={column !== 'name' && column !== 'trend'}>
      {text}
    </SortHeading>
  );
  const gone = useMemo(() => goneOf(report), [report]);
  const totalTrend = totalTrendOf(report);
  const rows = inOrder(report, order);
  const scored = rows.filter(isScored);
  const unscored = scored.length === 0 ? [] : rows.filter((row) => !isScored(row));
  const cells = (
    figures: EcoFigures,
    hasLimit: boolean,
    more: ReactNode,
    row: EcoRow | null,
    card = row ? 'off' : 'line',
  ): ReactNode => (
    <>
      <td data-label={t('EcoScore')} data-kind="number" data-card="aside">
        <div>
          <Score figures={figures} />
          {more}
        </div>
      </td>
      <td data-label={t('EcoDistance')} data-kind="number" data-card={row ? 'plain' : card}>
        <div>
          <Distance figures={figures} gone={row ? gone.get(row) : undefined} />
        </div>
      </td>
      {harsh.map((kind) => (
        <td key={kind} data-label={t(`EcoPer100-${kind}`)} data-kind="number" data-card={card}>
          {rateText(figures[kind], figures.judged_m, format)}
        </td>
      ))}
      {columns.has('speeding') && (
        <td data-label={t('EcoSpeedingShare')} data-kind="number" data-card={card}>
          {hasLimit ? shareText(figures.speeding_s, figures.driving_s, format) : UNKNOWN}
        </td>
      )}
      {columns.has('idle') && (
        <td data-label={t('EcoIdleShare')} data-kind="number" data-card={card}>
          <Idle figures={figures} />
        </td>
      )}
    </>
  );
  const trend = (months: readonly EcoFigures[]): ReactNode =>
    columns.has('trend') && (
      <td data-label={t('EcoTrend')} data-card={trendOf(report.months, months) ? 'plain' : 'off'}>
        <Trend trend={trendOf(report.months, months)} why={t('EcoNoTrend')} />
      </td>
    );
  return (
    <>
      <Select<SortOrder<EcoColumn>>
        label={t('SortBy')}
        className={styles['narrowOnly']}
        value={order}
        options={[
          { value: '-score', label: t('EcoBestFirst') },
          { value: 'score', label: t('EcoWorstFirst') },
          { value: '-distance', label: t('SortedBy', { column: t('EcoDistance') }) },
          { value: 'name', label: t('SortedBy', { column: t('SummaryName') }) },
        ]}
        onChange={onOrder}
      />
      <div className={styles['scroll']}>
        <Table
          label={t('EcoReport')}
          hasDenseCards
          head={
            <>
              {heading('name', t('SummaryName'))}
              {heading('score', t('EcoScore'))}
              {heading('distance', t('EcoDistance'))}
              {harsh.map((kind) => (
                <SortHeading key={kind} column={kind} order={order} onSort={sort} isNumber>
                  <span className={styles['rate']}>
                    {t(`EcoShort-${kind}`)} <span className={styles['per']}>{t('EcoPer100')}</span>
                  </span>
                </SortHeading>
              ))}
              {columns.has('speeding') && heading('speeding', t('EcoSpeedingShare'))}
              {columns.has('idle') && heading('idle', t('EcoIdleShare'))}
              {columns.has('trend') && heading('trend', t('EcoTrend'))}
            </>
          }
        >
          {(scored.length === 0 ? rows : isWhole ? [...scored, ...unscored] : scored).map((row) => {
            const name = row.id === null ? t('EcoNoDriver') : row.name;
            return (
              <tr key={row.id ?? 0} className={styles['row']}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles['name']}
                    aria-haspopup="dialog"
                    aria-label={t('EcoOpen', { name })}
                    onClick={() => onOpen(row)}
                  >
                    {name}
                  </button>
                  {row.registration_number && <span className={styles['plate']}>{row.registration_number}</span>}
                </th>
                {cells(
                  row.total,
                  row.has_speed_limit,
                  user.IsAdmin && isSeldom(row.total) && row.imei !== null && row.set_up !== null && (
                    <PageLink
                      className={styles['set']}
                      to={ADDRESSES.editUnit}
                      search={{ imei: row.imei, tab: row.set_up }}
                      aria-label={t('EcoSetUp', { name })}
                    >
                      {t('EcoSet')}
                    </PageLink>
                  ),
                  row,
                )}
                {trend(row.months)}
              </tr>
            );
          })}
          <tr className={styles['totals']}>
            <th scope="row">{t('EcoTotal')}</th>
            {cells(
              report.totals.total,
              report.rows.some((row) => row.has_speed_limit),
              scored.length < rows.length && (
                <span className={styles['plate']}>{t('EcoScoredOf', { count: scored.length, total: rows.length })}</span>
              ),
              null,
            )}
            {columns.has('trend') && (
              <td data-label={t('EcoTrend')} data-card={totalTrend ? 'line' : 'off'}>
                <Trend
                  trend={totalTrend}
                  why={t(trendOf(report.months, report.totals.months) ? 'EcoNoTrendOfSame' : 'EcoNoTrend')}
                />
              </td>
            )}
          </tr>
        </Table>
      </div>
      {unscored.length > 0 && (
        <Button look="quiet" className={styles['rest']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('EcoHideUnscored') : t('EcoShowUnscored', { count: unscored.length })}
        </Button>
      )}
    </>
  );
}
