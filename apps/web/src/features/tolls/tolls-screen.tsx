import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { MonthBars } from '../reports/public/month-bars.tsx';
import { type OnReportSearch, ReportFilters, ReportTop } from '../reports/public/report-filters.tsx';
import { hasFilters, NO_FILTERS, type ReportSearch } from '../reports/public/report-search.ts';
import { ReportTools } from '../reports/public/report-tools.tsx';
import { CorrectionSheet } from './correction-sheet.tsx';
import { barsOf, type Passage, type TollReport } from './model.ts';
import { tollsQuery } from './queries.ts';
import { PassagesTable } from './passages-table.tsx';
import { TollSumsTable } from './toll-sums-table.tsx';
import styles from './tolls.module.css';

/** REP-014: where tolls were passed and what they cost, by the law and by what administrators corrected. */
export function TollsScreen(props: { search: ReportSearch; onSearch: OnReportSearch }): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const query = useQuery(tollsQuery(useSend(), search, today));
  const { data } = query;
  const [open, setOpen] = useState<string | null>(null);
  const chosen = data?.rows.find(({ key }) => key === open) ?? null;
  const isEmpty = data !== undefined && data.rows.length === 0 && data.totals.total.length === 0;
  return (
    <div className={styles['screen']}>
      <ReportTop>
        <ReportFilters label={t('CongestionReport')} search={search} onSearch={onSearch} today={today} />
        <div className={styles['actions']}>
          {data?.can.correct && (
            <Button icon="plus" onClick={() => setOpen('new')}>
              {t('TollsAdd')}
            </Button>
          )}
          <ReportTools report="congestion" search={search} onSearch={onSearch} today={today} isEmpty={!data || isEmpty} />
        </div>
      </ReportTop>
      {!data ? (
        <NotLoaded query={query} heights={[320]} />
      ) : isEmpty ? (
        <EmptyOrBegin text={t('TollsEmptyText')}>
          <EmptyState
            icon="log"
            title={t('TollsEmptyTitle')}
            action={hasFilters(search) && <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
          >
            {t('TollsEmptyText')}
          </EmptyState>
        </EmptyOrBegin>
      ) : (
        <Shown report={data} onCorrect={(row) => setOpen(row.key)} />
      )}
      {(open === 'new' || chosen) && <CorrectionSheet row={open === 'new' ? null : chosen} onClose={() => setOpen(null)} />}
    </div>
  );
}

function Shown({ report, onCorrect }: { report: TollReport; onCorrect: (row: Passage) => void }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { totals } = report;
  return (
    <>
      {totals.total.map(({ currency }) => (
        <MonthBars key={currency} title={t('TollsPerMonth', { currency })} months={barsOf(report, currency, format)} />
      ))}
      <TollSumsTable report={report} />
      <PassagesTable report={report} onCorrect={onCorrect} />
      <p className={styles['note']}>
        {[
          report.is_cut && t('TollsCut', { count: report.rows.length }),
          totals.without_tariff > 0 && t('TollsWithoutTariff', { count: totals.without_tariff }),
          t('TollsEstimateNote'),
          t('TollsWithheldNote'),
          t('TollsZone', { zone: report.time_zone }),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  );
}

/** NAV-011, REP-008, with what the address holds. */
export function TollsPage(): ReactNode {
  return <TollsScreen search={usePageSearch(ADDRESSES.congestionReport)} onSearch={useSearchPatch(ADDRESSES.congestionReport)} />;
}
