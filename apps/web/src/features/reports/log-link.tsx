import type { TripType } from '@spora/contract/units/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { daysOf, type ReportSearch } from './public/report-search.ts';
import styles from './summary.module.css';

/** Leads to the log of all that the report is of, whose sums hold trailers too. */
export function WholeLog(props: { search: ReportSearch; months: readonly string[] }): ReactNode {
  const t = useT();
  const { unit, drivers, departments } = props.search;
  return (
    <PageLink to={ADDRESSES.tripLog} search={{ period: 'custom', ...daysOf(props.months), unit, drivers, departments }}>
      {t('SummaryTrailersInLog')}
    </PageLink>
  );
}

/** Leads to the log that the figures were counted from. */
export function LogLink(props: {
  search: ReportSearch;
  /** A unit or a member, as the report is of. */
  row: { readonly id: number | null; readonly imei: string | null };
  months: readonly string[];
  type?: TripType | undefined;
  children: ReactNode;
}): ReactNode {
  const { row, search } = props;
  const { departments } = search;
  const of = { period: 'custom', ...daysOf(props.months), type: props.type, ...(departments ? { departments } : {}) } as const;
  const byDriver = {
    ...of,
    ...(search.unit ? { unit: search.unit } : {}),
    ...(row.id === null ? { matter: 'driver' as const } : { drivers: String(row.id) }),
  };
  if (search.group !== 'driver' && !row.imei) return props.children;
  const byUnit = { ...of, unit: row.imei ?? undefined, ...(search.drivers ? { drivers: search.drivers } : {}) };
  return (
    <PageLink className={styles['figure']} to={ADDRESSES.tripLog} search={search.group === 'driver' ? byDriver : byUnit}>
      {props.children}
    </PageLink>
  );
}
