import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import type { ShownPassages } from '../reports/public/report-search.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { useFirstRows } from '../../ui/use-first-rows.ts';
import { aboutOf, COLUMNS, inOrder, markOf, type Passage, type TollColumn, type TollReport } from './model.ts';
import styles from './tolls.module.css';

const HEADS = {
  at: 'TollsTime',
  unit: 'TollsUnit',
  station: 'TollsStation',
  type: 'TollsType',
  driver: 'TollsDriver',
  amount: 'TollsAmount',
} as const satisfies Record<TollColumn, string>;

export type Listed = 'charged' | ShownPassages;
export interface PassagesProps {
  readonly report: TollReport;
  /** The report asked for with the uncertain passages alone; without it those of `report` are all there are, or the rest is on its way. */
  readonly doubtful: TollReport | undefined;
  readonly listed: Listed;
  readonly onList: (listed: Listed) => void;
  readonly onCorrect: (row: Passage) => void;
}

/**
 * What was paid for, each leading to the log of its day; when asked for also what cost nothing, or only what is uncertain. On phones each is
 * a card.
 */
export function PassagesTable({ report, doubtful, onCorrect, onList, ...props }: PassagesProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const [order, setOrder] = useState<SortOrder<TollColumn>>('-at');
  const { free, passages } = report.totals;
  const uncertain = report.doubts.uncertain.reduce((sum, each) => sum + each.passages, 0);
  // The last of them may just have been corrected.
  const listed = props.listed === 'uncertain' && uncertain === 0 ? 'charged' : props.listed;
  const [rows, total] = {
    charged: [report.rows.filter((row) => !row.is_free), passages - free] as const,
    all: [report.rows, passages] as const,
    uncertain: [(doubtful ?? report).rows.filter((row) => markOf(row) === 'TollsUncertain'), uncertain] as const,
  }[listed];
  const { shown, next, showNext } = useFirstRows(inOrder(rows, order));
  const hasMarks = rows.some((row) => markOf(row) !== null);
  if (report.rows.length === 0) return null;
  return (
    <section className={styles['passages']} aria-labelledby="toll-passages">
      <div className={styles['head']}>
        <h2 id="toll-passages" className={styles['title']}>
          {t('TollsPassages')} <span className={styles['count']}>{format.number(total)}</span>
        </h2>
        {uncertain > 0 && (
          <Switch
            label={t('TollsOnlyUncertain', { count: uncertain })}
            isOn={listed === 'uncertain'}
            onChange={(isOn) => onList(isOn ? 'uncertain' : 'charged')}
          />
        )}
        {free > 0 && (
          <Switch
            label={t('TollsShowFree', { count: free })}
            isOn={listed === 'all'}
            onChange={(isOn) => onList(isOn ? 'all' : 'charged')}
          />
        )}
      </div>
      {report.is_cut && rows.length < total && <p className={styles['said']}>{t('TollsCut', { count: rows.length, total })}</p>}
      {rows.length === 0 ? (
        <p className={styles['said']}>{t(listed === 'uncertain' ? 'TollsNoneListed' : 'TollsAllFree')}</p>
      ) : (
        <div className={styles['scroll']}>
          <Table
            label={t('TollsPassages')}
            rowCount={rows.length}
            hasDenseCards
            head={
              <>
                {COLUMNS.map((column) => (
                  <SortHeading key={column} column={column} order={order} onSort={setOrder} isNumber={column === 'amount'}>
                    {t(HEADS[column])}
                  </SortHeading>
                ))}
                {hasMarks && <th scope="col">{t('TollsMark')}</th>}
                {report.can.correct && (
                  <th scope="col">
                    <span className="visually-hidden">{t('TollsCorrect')}</span>
                  </th>
                )}
              </>
            }
          >
            {shown.map((row) => (
              <PassageRow key={row.key} row={row} hasMarks={hasMarks} {...(report.can.correct ? { onCorrect } : {})} />
            ))}
          </Table>
        </div>
      )}
      {next > 0 && (
        <Button className={styles['more']} onClick={showNext}>
          {t('TollsMore', { count: next })}
        </Button>
      )}
    </section>
  );
}

function PassageRow({
  row,
  hasMarks,
  onCorrect,
}: {
  row: Passage;
  hasMarks: boolean;
  onCorrect?: (row: Passage) => void;
}): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const day = format.day(row.at);
  const time = format.dateTime(row.at);
  const mark = markOf(row);
  return (
    <tr data-unpriced={row.amount === null}>
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
      <td data-label={t('TollsUnit')} data-card="plain">
        <div>
          {row.unit.name}
          {row.unit.registration_number && <span className={styles['second']}>{row.unit.registration_number}</span>}
        </div>
      </td>
      <td data-label={t('TollsStation')} data-card="plain" className={styles['station']}>
        <div>
          {row.station}
          {row.area && <span className={styles['second']}>{t(`TollArea-${row.area}`)}</span>}
        </div>
      </td>
      <td data-label={t('TollsType')} data-card="plain">
        {row.trip_type ? typeText(row.trip_type) : t('TollsNoTrip')}
      </td>
      <td data-label={t('TollsDriver')} data-card="plain">
        {row.driver}
      </td>
      <td data-label={t('TollsAmount')} data-card="aside" data-kind="number">
        <div>
          <Amount row={row} />
          {row.rule !== 'amount' && row.rule !== 'corrected' && row.rule !== 'no-tariff' && (
            <span className={styles['soft']}>{t(`TollRule-${row.rule}`)}</span>
          )}
        </div>
      </td>
      {hasMarks && (
        <td data-label={t('TollsMark')} data-card="plain" className={styles['mark']}>
          {mark === 'TollsUncertain' && <span title={t('TollsUncertainWhy')}>{t(mark)}</span>}
          {mark !== null && mark !== 'TollsUncertain' && <Badge tone="information">{t(mark)}</Badge>}
        </td>
      )}
      {onCorrect && (
        <td data-card="end" className={styles['act']}>
          <Button
            look="quiet"
            isSmall
            aria-label={t('TollsCorrectOne', { station: row.station, time })}
            onClick={() => onCorrect(row)}
          >
            {t('TollsCorrect')}
          </Button>
        </td>
      )}
    </tr>
  );
}

/** What it cost, or about what; nothing is a word, so that it is not read as a sum. */
function Amount({ row }: { row: Passage }): ReactNode {
  const t = useT();
  const about = aboutOf(row);
  const { money } = useFormat();
  if (row.amount === null) return <span className={styles['soft']}>{t('TollsNoTariff')}</span>;
  if (row.is_withdrawn) return <span className={styles['withdrawn']}>{money(row.amount, row.currency)}</span>;
  if (row.amount === 0) return t('TollsFree');
  const amount = money(row.amount, row.currency);
  if (about === null) return amount;
  const why = about === 'TollsOldWhy' ? t(about, { year: String(row.as_of_year) }) : t(about);
  return <span title={why}>{t('TollsAbout', { amount })}</span>;
}
