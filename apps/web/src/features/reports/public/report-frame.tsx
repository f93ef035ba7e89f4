import type { ReportId } from '@spora/contract/reports/tables';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { EmptyOrBegin } from '../../../ui/begin-unit.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import type { FileList } from '../report-queries.ts';
import { type OnReportSearch, QuickSpans, ReportFilters } from './report-filters.tsx';
import styles from './report-frame.module.css';
import { hasFilters, monthsAsked, NO_FILTERS, type ReportSearch } from './report-search.ts';
import { ReportTools } from './report-tools.tsx';
import { SavedFilters } from './saved-filters.tsx';

const CHART_PX = { wide: 236, phone: 172 };
const ROW_PX = 48;

export interface ReportPage {
  readonly search: ReportSearch;
  readonly onSearch: OnReportSearch;
}

/**
 * The page of a report: what it is narrowed to and what can be done with it, and below that the report, or that there is nothing, with a way on
 * from there. `today` is a day of the account.
 */
export function ReportFrame<Data>(
  props: ReportPage & {
    report: ReportId;
    label: string;
    /** Whether rows can be of units or of drivers. */
    hasGroups?: boolean;
    /** Beside each other, so that they come where they were awaited. */
    hasTwoCharts?: boolean;
    today: string;
    query: UseQueryResult<Data>;
    isEmpty: (data: Data) => boolean;
    /** `begin`: what is said where the account has no unit yet. */
    empty: { readonly title: string; readonly text: string; readonly begin: string };
    /** Of this report beside the usual filters and tools. */
    filters?: ReactNode;
    actions?: ReactNode;
    /** Names of what the address holds of the moment alone, as the page of a list. */
    passing?: readonly string[];
    /** In what order the rows stand, for files; left out or undefined: the usual one. */
    sortOf?: (data: Data) => string | undefined;
    /** Which rows it lists, for files; undefined: the usual ones. */
    show?: FileList['show'];
    children: (data: Data) => ReactNode;
  },
): ReactNode {
  const { report, search, onSearch, today, query, empty } = props;
  const t = useT();
  const format = useFormat();
  const isPhone = !useMedia('(min-width: 768px)');
  const chartPx = isPhone ? CHART_PX.phone : CHART_PX.wide;
  const { from, to } = monthsAsked(search, today);
  const usual = monthsAsked({}, today);
  const isUsual = from === usual.from && to === usual.to;
  // A report is a chart and the rows of a table.
  const shape = [chartPx, ...rowsOf(ROW_PX)];
  const isEmpty = query.data === undefined || props.isEmpty(query.data);
  return (
    <div className={styles['screen']}>
      {isPhone && <QuickSpans search={search} onSearch={onSearch} today={today} />}
      <div className={styles['top']}>
        <ReportFilters
          label={props.label}
          hasGroups={props.hasGroups}
          search={search}
          onSearch={onSearch}
          today={today}
          saved={<SavedFilters report={report} search={search} passing={props.passing} onSearch={onSearch} today={today} />}
        >
          {props.filters}
        </ReportFilters>
        <div className={styles['actions']}>
          {props.actions}
          <ReportTools
            report={report}
            search={search}
            today={today}
            isEmpty={isEmpty}
            show={props.show}
            sort={query.data === undefined ? undefined : props.sortOf?.(query.data)}
          />
        </div>
      </div>
      {/* Where the fields of the months wait in a sheet, the report says what it is of. */}
      {isPhone && <h2 className={styles['period']}>{format.months(from, to)}</h2>}
      <Loaded
        query={query}
        heights={props.hasTwoCharts ? [chartPx, ...shape] : shape}
        className={styles[props.hasTwoCharts ? 'two' : 'waiting']}
      >
        {(data) =>
          props.isEmpty(data) ? (
            <EmptyOrBegin text={empty.begin}>
              <EmptyState
                icon="log"
                title={empty.title}
                action={
                  hasFilters(search) ? (
                    <Button onClick={() => onSearch(NO_FILTERS)}>{t('ClearFilters')}</Button>
                  ) : (
                    !isUsual && (
                      <Button onClick={() => onSearch({ from: undefined, to: undefined })}>{t('ReportThisYear')}</Button>
                    )
                  )
                }
              >
                {empty.text}
              </EmptyState>
            </EmptyOrBegin>
          ) : (
            props.children(data)
          )
        }
      </Loaded>
    </div>
  );
}
