import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveCsv } from '../../lib/csv.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AfterAWhile, Skeleton } from '../../ui/skeleton.tsx';
import { summaryQuery } from './queries.ts';
import { summaryFile } from './summary-file.ts';
import { SummaryFilters } from './summary-filters.tsx';
import { SummaryTable, type RenderLogLink } from './summary-table.tsx';
import styles from './summary.module.css';
import { hasFilters, isListed, NO_FILTERS, type SummaryReport, type SummarySearch } from './summary-model.ts';

export interface SummaryScreenProps {
  readonly search: SummarySearch;
  readonly onSearch: (patch: Partial<Record<keyof SummarySearch, string | undefined>>) => void;
  readonly renderLogLink: RenderLogLink;
}

/** REP-009: who or what drove how far, month by month. */
export function SummaryScreen(props: SummaryScreenProps): ReactNode {
  const { search } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const otherName = useUser().OtherTripType;
  const today = format.day(Date.now());
  const { data, error, refetch, isFetching } = useQuery(summaryQuery(useSend(), search, today));
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <h2 className={styles['title']}>{t('SummaryReport')}</h2>
        <Button
          icon="download"
          disabled={!data || data.rows.length === 0}
          onClick={() => data && saveCsv(fileName(t('SummaryFileName'), data), summaryFile(data, t, format, otherName))}
        >
          {t('SummaryExport')}
        </Button>
      </div>
      <SummaryFilters search={search} onSearch={props.onSearch} today={today} />
      {data ? (
        data.rows.length === 0 ? (
          <EmptyState
            icon="log"
            title={t('NoTripsTitle')}
            action={hasFilters(search) && <Button onClick={() => props.onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>}
          >
            {t('SummaryEmptyText')}
          </EmptyState>
        ) : (
          <>
            <SummaryTable report={data} measure={search.measure ?? 'distance'} renderLogLink={props.renderLogLink} />
            <p className={styles['note']}>
              {t('SummaryNote', { zone: data.time_zone })}
              {data.rows.some(({ total }) => !isListed(search.measure ?? 'distance', total)) && ` ${t('SummaryUnlisted')}`}
            </p>
          </>
        )
      ) : error && !isFetching ? (
        <EmptyState
          icon="alert"
          isAlert
          title={t('CouldNotLoad')}
          action={
            <Button look="primary" onClick={() => void refetch()}>
              {t('Retry')}
            </Button>
          }
        >
          {errors.text(error)}
        </EmptyState>
      ) : (
        <AfterAWhile>
          <div aria-busy="true">
            <Skeleton height={320} />
          </div>
        </AfterAWhile>
      )}
    </div>
  );
}

const fileName = (name: string, { months }: SummaryReport): string => `${name}-${months[0] ?? ''}-${months.at(-1) ?? ''}.csv`;
