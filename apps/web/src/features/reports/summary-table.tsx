import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import chip from '../../ui/chip.module.css';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { LogLink } from './log-link.tsx';
import { PartsText } from './public/parts-text.tsx';
import styles from './summary.module.css';
import {
  columnsOf,
  hasMeasure,
  inOrder,
  isListed,
  leavesOutTowed,
  type SummaryColumn,
  type SummaryReport,
  type SummarySearch,
  textOf,
  typeOf,
  UNKNOWN,
  USUAL_ORDER,
} from './summary-model.ts';

const CARD_ORDERS = { name: 'SummaryByName', '-total': 'SummaryMostFirst', total: 'SummaryLeastFirst' } as const;

/** Cards have no headings to press; an order by one of them, as a link or a wide window has it, is a chip of its own. */
function CardOrder(props: {
  order: SortOrder<SummaryColumn>;
  /** What the column of the order is called; null: it is none of this report's. */
  name: string | null;
  onOrder: (order: SortOrder<SummaryColumn>) => void;
}): ReactNode {
  const { name, order: chosen } = props;
  const t = useT();
  const own = name !== null && !(chosen in CARD_ORDERS);
  return (
    <div className={styles['order']} role="group" aria-label={t('SummaryOrder')}>
      {(Object.keys(CARD_ORDERS) as (keyof typeof CARD_ORDERS)[]).map((order) => (
        <button
          key={order}
          type="button"
          className={chip['chip']}
          aria-pressed={chosen === order || (order === 'name' && chosen === '-name')}
          onClick={() => props.onOrder(order)}
        >
          {t(CARD_ORDERS[order])}
        </button>
      ))}
      {own && (
        <button type="button" className={chip['chip']} aria-pressed onClick={() => props.onOrder(chosen)}>
          {t(chosen.startsWith('-') ? 'SummaryMostOfFirst' : 'SummaryLeastOfFirst', { name })}
        </button>
      )}
    </div>
  );
}

/** Months beside each other with their sums (of one month alone what it is made of); every figure leads to its trips, unless the log does not list them all. On phones each row is a card. */
export function SummaryTable(props: {
  report: SummaryReport;
  search: SummarySearch;
  onOrder: (order: SortOrder<SummaryColumn>) => void;
}): ReactNode {
  const { report, search, onOrder } = props;
  const measure = search.measure ?? 'distance';
  const t = useT();
  const format = useFormat();
  const type = typeOf(measure) ?? undefined;
  const isPhone = !useMedia('(min-width: 768px)');
  const order = search.sort ?? USUAL_ORDER;
  const typeText = useTripTypeText();
  const columns = columnsOf(report, measure).map((column) => ({
    ...column,
    name: column.type === null ? (column.months[0] ?? '') : typeText(column.type),
  }));
  // On a phone the month stands over the report.
  const totalName = columns.length > 0 || isPhone ? t('SummaryTotal') : (report.months[0] ?? t('SummaryTotal'));
  const [isWhole, setWhole] = useState(false);
  const having = report.rows.filter((row) => hasMeasure(measure, row));
  const rest = having.length === 0 ? 0 : report.rows.length - having.length;
  const rows = inOrder(isWhole || rest === 0 ? report.rows : having, order, measure);
  // Of a figure the most is asked for first.
  const sort = (next: SortOrder<SummaryColumn>): void =>
    onOrder(next === 'name' || next.startsWith('-') || order.endsWith(next) ? next : `-${next as SummaryColumn}`);
  const text = (figures: SummaryReport['totals']['total']): string => textOf(measure, figures, format, report.currency);
  return (
    <>
      {isPhone && report.rows.length > 1 && (
        <CardOrder
          order={order}
          name={columns.find(({ column }) => order.replace(/^-/, '') === column)?.name ?? null}
          onOrder={onOrder}
        />
      )}
      <div className={styles['scroll']}>
        <Table
          label={t('SummaryReport')}
          head={
            <>
              <SortHeading column="name" order={order} onSort={sort}>
                {t('SummaryName')}
              </SortHeading>
              {columns.map(({ column, name }) => (
                <SortHeading key={column} column={column} order={order} onSort={sort} isNumber>
                  {name}
                </SortHeading>
              ))}
              <SortHeading column="total" order={order} onSort={sort} isNumber>
                {totalName}
              </SortHeading>
            </>
          }
        >
          {rows.map((row) => (
            <tr key={row.id ?? 0}>
              <th scope="row">
                <LogLink search={search} row={row} months={report.months}>
                  {row.id === null ? t('SummaryNoDriver') : row.name}
                </LogLink>
                {row.registration_number && <span className={styles['plate']}>{row.registration_number}</span>}
              </th>
              {columns.map((column) => {
                const figures = column.of(row);
                const shown = text(figures);
                return (
                  <td key={column.column} data-kind="number" data-label={column.name}>
                    {shown !== '' && shown !== UNKNOWN && isListed(measure, figures) ? (
                      <LogLink search={search} row={row} months={column.months} type={column.type ?? type}>
                        <PartsText text={shown} />
                      </LogLink>
                    ) : (
                      <PartsText text={shown} />
                    )}
                  </td>
                );
              })}
              <td data-kind="number" data-label={totalName} className={styles['total']}>
                {isListed(measure, row.total) && text(row.total) !== '' && text(row.total) !== UNKNOWN ? (
                  <LogLink search={search} row={row} months={report.months} type={type}>
                    <PartsText text={text(row.total)} />
                  </LogLink>
                ) : (
                  <PartsText text={text(row.total)} />
                )}
              </td>
            </tr>
          ))}
          {report.towed && search.group !== 'driver' && leavesOutTowed(measure) && hasMeasure(measure, report.towed) && (
            <tr className={styles['beside']}>
              <th scope="row">{t('SummaryTowed')}</th>
              {columns.map(({ column, name, of }) => (
                <td key={column} data-kind="number" data-label={name}>
                  <PartsText text={text(of(report.towed ?? report.totals))} />
                </td>
              ))}
              <td data-kind="number" data-label={totalName} className={styles['total']}>
                <PartsText text={text(report.towed.total)} />
              </td>
            </tr>
          )}
          <tr className={styles['totals']}>
            <th scope="row">{t('SummaryTotal')}</th>
            {columns.map(({ column, name, of }) => (
              <td key={column} data-kind="number" data-label={name}>
                <PartsText text={text(of(report.totals))} />
              </td>
            ))}
            <td data-kind="number" data-label={totalName}>
              <PartsText text={text(report.totals.total)} />
            </td>
          </tr>
        </Table>
      </div>
      {rest > 0 && (
        <Button look="quiet" className={styles['rest']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('SummaryHideRest') : t('SummaryShowRest', { count: rest })}
        </Button>
      )}
    </>
  );
}
