import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { useFirstRows } from '../../ui/use-first-rows.ts';
import { COLUMNS, inOrder, marksOf, type Passage, type TollColumn, type TollMark, type TollReport } from './model.ts';
import styles from './tolls.module.css';

const HEADS = {
  at: 'TollsTime',
  unit: 'TollsUnit',
  station: 'TollsStation',
  type: 'TollsType',
  driver: 'TollsDriver',
  amount: 'TollsAmount',
} as const satisfies Record<TollColumn, string>;

/** Every passage, each leading to the log of its day. On phones each is a card. */
export function PassagesTable({ report, onCorrect }: { report: TollReport; onCorrect: (row: Passage) => void }): ReactNode {
  const t = useT();
  const [order, setOrder] = useState<SortOrder<TollColumn>>('-at');
  const { shown, next, showNext } = useFirstRows(inOrder(report.rows, order));
  if (report.rows.length === 0) return null;
  return (
    <div className={styles['scroll']}>
      <Table
        label={t('TollsPassages')}
        rowCount={report.rows.length}
        head={
          <>
            {COLUMNS.map((column) => (
              <SortHeading key={column} column={column} order={order} onSort={setOrder} isNumber={column === 'amount'}>
                {t(HEADS[column])}
              </SortHeading>
            ))}
            <th scope="col">{t('TollsMark')}</th>
          </>
        }
      >
        {shown.map((row) => (
          <PassageRow key={row.key} row={row} {...(report.can.correct ? { onCorrect } : {})} />
        ))}
      </Table>
      {next > 0 && (
        <Button className={styles['more']} onClick={showNext}>
          {t('TollsMore', { count: next })}
        </Button>
      )}
    </div>
  );
}

function PassageRow({ row, onCorrect }: { row: Passage; onCorrect?: (row: Passage) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const day = format.day(row.at);
  const time = format.dateTime(row.at);
  return (
    <tr>
      <th scope="row">
        {row.unit.imei ? (
          <PageLink
            className={styles['log']}
            to={ADDRESSES.tripLog}
            search={{ period: 'custom', from: day, to: day, unit: row.unit.imei }}
            title={t('TollsOpenLog')}
          >
            {time}
          </PageLink>
        ) : (
          time
        )}
      </th>
      <td data-label={t('TollsUnit')}>
        <div>
          {row.unit.name}
          {row.unit.registration_number && <span className={styles['soft']}>{row.unit.registration_number}</span>}
        </div>
      </td>
      <td data-label={t('TollsStation')}>
        <div>
          {row.station}
          {row.area && <span className={styles['soft']}>{t(`TollArea-${row.area}`)}</span>}
        </div>
      </td>
      <td data-label={t('TollsType')}>{row.trip_type ? typeText(row.trip_type) : t('TollsNoTrip')}</td>
      <td data-label={t('TollsDriver')}>{row.driver}</td>
      <td data-label={t('TollsAmount')} data-kind="number">
        <div>
          {row.amount === null ? (
            '–'
          ) : (
            <span className={row.is_withdrawn ? styles['withdrawn'] : undefined}>{format.money(row.amount, row.currency)}</span>
          )}
          {row.rule !== 'amount' && row.rule !== 'corrected' && (
            <span className={styles['soft']}>{t(`TollRule-${row.rule}`)}</span>
          )}
        </div>
      </td>
      <td data-label={t('TollsMark')}>
        <span className={styles['marks']}>
          {marksOf(row).map((mark) => (
            <Mark key={mark} mark={mark} row={row} />
          ))}
          {onCorrect && (
            <Button look="quiet" aria-label={t('TollsCorrectOne', { station: row.station, time })} onClick={() => onCorrect(row)}>
              {t('TollsCorrect')}
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** A word, and why in a sentence that is there to be read wherever it is not self-evident. */
function Mark({ mark, row }: { mark: TollMark; row: Passage }): ReactNode {
  const t = useT();
  const why = whyOf(mark);
  return (
    <span>
      <Badge tone={why ? 'warning' : 'information'}>{t(mark)}</Badge>
      {why && <span className={styles['soft']}>{why}</span>}
    </span>
  );

  function whyOf(of: TollMark): string | null {
    switch (of) {
      case 'TollsUncertain':
        return t('TollsUncertainWhy');
      case 'TollsOld':
        return t('TollsOldWhy', { year: String(row.as_of_year ?? '') });
      case 'TollsNoTariff':
        return t('TollsNoTariffWhy');
      case 'TollsEstimate':
        return t('TollsEstimateWhy');
      default:
        return null;
    }
  }
}
