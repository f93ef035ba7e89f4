import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReportTop } from './public/report-filters.tsx';
import { hasFilters, NO_FILTERS } from './public/report-search.ts';
import { ReportTools } from './public/report-tools.tsx';
import { summaryQuery } from './queries.ts';
import { SummaryBars } from './summary-bars.tsx';
import { SummaryFilters } from './summary-filters.tsx';
import { SummaryTable } from './summary-table.tsx';
import styles from './summary.module.css';
import { EmptyOrBegin } from '../../ui/begin-unit.tsx';
import { idleMonths, isListed, withoutEmptyMonths, type SummarySearch } from './summary-model.ts';

export interface SummaryScreenProps {
  readonly search: SummarySearch;
  readonly onSearch: (patch: Partial<Record<keyof SummarySearch, string | undefined>>) => void;
}

/** REP-009: who or what drove how far, month by month. */
export function SummaryScreen(props: SummaryScreenProps): ReactNode {
  const { search } = props;
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const query = useQuery(summaryQuery(useSend(), search, today));
  const { data } = query;
  const idle = data ? idleMonths(data) : [];
  return (
    <div className={styles['screen']}>
      <ReportTop>
        <SummaryFilters search={search} onSearch={props.onSearch} today={today} />
        <ReportTools
          report="summary"
          search={search}
          onSearch={props.onSearch}
          today={today}
          isEmpty={!data || data.rows.length === 0}
        />
      </ReportTop>
      {data ? (
        data.rows.length === 0 ? (
          <EmptyOrBegin text={t('SummaryBeginText')}>
            <EmptyState
              icon="log"
              title={t('NoTripsTitle')}
              action={hasFilters(search) && <Button onClick={() => props.onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
            >
              {t('SummaryEmptyText')}
            </EmptyState>
          </EmptyOrBegin>
        ) : (
          <>
            <SummaryBars report={data} search={search} />
            <SummaryTable report={withoutEmptyMonths(data)} search={search} />
            <p className={styles['note']}>
              {idle.length > 0 && `${t('SummaryIdle', { months: idle.join(', ') })} `}
              {t('SummaryNote', { zone: data.time_zone })}
              {data.rows.some(({ total }) => !isListed(search.measure ?? 'distance', total)) && ` ${t('SummaryUnlisted')}`}
            </p>
          </>
        )
      ) : (
        <NotLoaded query={query} heights={[320]} />
      )}
    </div>
  );
}

/** REP-009, with what the address holds. */
export function SummaryPage(): ReactNode {
  return <SummaryScreen search={usePageSearch(ADDRESSES.summary)} onSearch={useSearchPatch(ADDRESSES.summary)} />;
}
