import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { wholeMoney } from '../../lib/measures.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { orderToKeep } from '../../ui/table-order.ts';
import { hasBars, MonthBars, MonthCharts } from '../reports/public/month-bars.tsx';
import { ReportFrame } from '../reports/public/report-frame.tsx';
import { CorrectionSheet } from './correction-sheet.tsx';
import { askedOf } from '../reports/public/report-search.ts';
import { barsOf, shareOf, totalsOf } from './model.ts';
import { PassageSheet } from './passage-sheet.tsx';
import { passageQuery, tollsQuery } from './queries.ts';
import { PassagesTable, type PassagesProps } from './passages-table.tsx';
import { FoldedDoubts, TollDoubts } from './toll-doubts.tsx';
import { type TollSearch, USUAL_ORDER } from './search.ts';
import { SumMoves, TollNotes } from './toll-notes.tsx';
import { TollSumsTable } from './toll-sums-table.tsx';
import { TollTotals } from './toll-totals.tsx';
import styles from './tolls.module.css';

const PHONE = '(max-width: 767px)';

interface TollsPageProps {
  readonly search: TollSearch;
  readonly onSearch: (patch: { readonly [Name in keyof TollSearch]?: TollSearch[Name] | string | undefined }) => void;
}

/** REP-014: where tolls were passed and what they cost, by the law and by what administrators corrected. */
export function TollsScreen(props: TollsPageProps): ReactNode {
  const { search } = props;
  // Another list begins at its first page.
  const onSearch: TollsPageProps['onSearch'] = (patch) => props.onSearch({ page: undefined, ...patch });
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const send = useSend();
  const listed = search.show ?? 'charged';
  // Of another list nothing is chosen yet.
  const list = JSON.stringify([askedOf(search, today), listed]);
  const query = useQuery(tollsQuery(send, search, today));
  const { data } = query;
  const isPhone = useMedia(PHONE);
  const [open, setOpen] = useState<string | null>(null);
  // One that was opened by its sheet may be on no page that is shown.
  const shown = useQuery({ ...passageQuery(send, search.passage ?? ''), enabled: search.passage !== undefined }).data?.passage;
  const chosen = data?.rows.find(({ key }) => key === open) ?? (shown?.key === open ? shown : null) ?? null;
  const show = (passage: string | undefined): void => props.onSearch({ passage });
  const add = (): void => setOpen('new');
  return (
    <>
      <ReportFrame
        report="congestion"
        label={t('CongestionReport')}
        actions={
          // On a phone it stands at the passages.
          data?.can.correct &&
          !isPhone && (
            <Button icon="plus" onClick={add}>
              {t('TollsAdd')}
            </Button>
          )
        }
        search={search}
        passing={['page', 'passage']}
        onSearch={onSearch}
        today={today}
        query={query}
        isEmpty={({ totals }) => totals.passages === 0 && totals.total.length === 0}
        sortOf={() => search.sort}
        show={search.show}
        empty={{ title: t('TollsEmptyTitle'), text: t('TollsEmptyText'), begin: t('TollsEmptyText') }}
      >
        {(report) => (
          <Shown
            list={list}
            report={report}
            listed={listed}
            sort={search.sort ?? USUAL_ORDER}
            onList={(show) => onSearch({ show: show === 'charged' ? undefined : show })}
            onSort={(sort) => onSearch({ sort: orderToKeep(sort, USUAL_ORDER) })}
            onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
            onOpen={({ key }) => show(key)}
            onCorrect={(row) => setOpen(row.key)}
            onAdd={add}
          />
        )}
      </ReportFrame>
      {open === 'new' || chosen ? (
        <CorrectionSheet row={open === 'new' ? null : chosen} onClose={() => setOpen(null)} />
      ) : (
        search.passage !== undefined && (
          <PassageSheet
            passageKey={search.passage}
            onOpen={show}
            onCorrect={(row) => setOpen(row.key)}
            onClose={() => show(undefined)}
          />
        )
      )}
    </>
  );
}

/**
 * What it came to and how the months differ, then what was passed, and what is to be known of the amounts. On a phone the months and all
 * that explains the amounts open when asked: the passages are what somebody came for.
 */
function Shown({ list, ...props }: PassagesProps & { list: string }): ReactNode {
  const { report } = props;
  const t = useT();
  const format = useFormat();
  const total = totalsOf(report).filter((sums) => sums.total > 0);
  const isPhone = useMedia(PHONE);
  // One month alone is the sum above once more, with the passages half a screen further down.
  const areSeveral = new Set(report.totals.months.map(({ month }) => month)).size > 1;
  const charts = areSeveral && (
    <MonthCharts>
      {total.map((sums) => (
        <MonthBars
          key={sums.currency}
          title={t('TollsPerMonth', { currency: sums.currency })}
          months={barsOf(report, sums.currency, format)}
          restName={t('TollsNoTrip')}
          amountOf={(type) => wholeMoney(shareOf(sums, type), sums.currency, format)}
        />
      ))}
    </MonthCharts>
  );
  // What a sum is made of stands once: beside its bars, where it has any.
  const charted = areSeveral ? total.filter(({ currency }) => hasBars(barsOf(report, currency, format))) : [];
  return (
    <>
      <TollTotals report={report} isBrief={isPhone} charted={charted.map(({ currency }) => currency)} />
      <SumMoves report={report} />
      {!isPhone && <FoldedDoubts report={report} />}
      {total.length > 0 && !isPhone && charts}
      <div className={styles['folds']}>
        {isPhone && (
          <details className={styles['about']}>
            <summary>{t('TollsNotes')}</summary>
            <TollDoubts report={report} />
            <TollNotes report={report} />
          </details>
        )}
        {total.length > 0 && (
          <details className={styles['sums']}>
            <summary>{t('TollsSums')}</summary>
            {isPhone && charts}
            <TollSumsTable report={report} />
          </details>
        )}
      </div>
      <PassagesTable key={list} {...props} />
      {!isPhone && <TollNotes report={report} />}
    </>
  );
}

/** NAV-011, REP-008, with what the address holds. */
export function TollsPage(): ReactNode {
  return <TollsScreen search={usePageSearch(ADDRESSES.congestionReport)} onSearch={useSearchPatch(ADDRESSES.congestionReport)} />;
}
