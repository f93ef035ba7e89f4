import { placeOfZone } from '@spora/calendar/zones';
import type { Translate } from '@spora/messages/translate';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { orderToKeep } from '../../ui/table-order.ts';
import { MeasureField } from './measure-field.tsx';
import { ReportFrame } from './public/report-frame.tsx';
import { monthsAsked } from './public/report-search.ts';
import { summaryQuery } from './queries.ts';
import { SummaryBars } from './summary-bars.tsx';
import { SummaryTable } from './summary-table.tsx';
import styles from './summary.module.css';
import {
  asShown,
  atSeaOf,
  fileOrder,
  grownMonths,
  idleMonths,
  isDistance,
  isListed,
  isMixed,
  leavesOutTowed,
  type Measure,
  ratesText,
  withoutEmptyMonths,
  type SummaryReport,
  type SummarySearch,
  untimedOf,
  USUAL_ORDER,
  valueOf,
} from './summary-model.ts';
import { WholeLog } from './log-link.tsx';
import { TrailerNote } from './trailer-note.tsx';

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
  const query = useQuery({ ...summaryQuery(useSend(), search, today), select: asShown });
  const first = query.data?.first_month ?? null;
  const emptyText =
    first !== null && monthsAsked(search, today).to < first
      ? t('SummaryBegins', { month: format.month(first) })
      : t('SummaryEmptyText');
  return (
    <ReportFrame
      report="summary"
      label={t('SummaryReport')}
      hasGroups
      filters={<MeasureField search={search} onSearch={props.onSearch} />}
      search={search}
      onSearch={props.onSearch}
      today={today}
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      sortOf={(data) => fileOrder(search, withoutEmptyMonths(data))}
      empty={{ title: t('NoTripsTitle'), text: emptyText, begin: t('SummaryBeginText') }}
    >
      {(data) => (
        <>
          <SummaryBars report={data} search={search} />
          <BarsNote report={data} search={search} today={today} />
          {isOfFuel(search.measure) && <FuelWay search={search} />}
          {leavesOutTowed(search.measure ?? 'distance') && (
            <TrailerNote
              group={search.group ?? 'unit'}
              towed={data.towed && { units: data.towed.units, metres: valueOf('distance', data.towed.total) ?? 0 }}
              log={search.group === 'driver' ? null : <WholeLog search={search} months={data.months} />}
            />
          )}
          <SummaryTable
            report={withoutEmptyMonths(data)}
            search={search}
            onOrder={(order) => props.onSearch({ sort: orderToKeep(order, USUAL_ORDER) })}
          />
          <WithoutTrips units={data.without_trips} />
          <p className={styles['note']}>
            {noteOf(data, search.measure ?? 'distance', t)}
            {data.rows.some(({ total }) => !isListed(search.measure ?? 'distance', total)) && ` ${t('SummaryUnlisted')}`}
          </p>
        </>
      )}
    </ReportFrame>
  );
}

const isOfFuel = (measure: Measure | undefined): boolean =>
  measure === 'fuel' || measure === 'electricity' || measure === 'fuel-cost';

/** Why the fuel report tells other figures of the same months, and the way to it. */
function FuelWay({ search }: Pick<SummaryScreenProps, 'search'>): ReactNode {
  const t = useT();
  const { measure: _, sort: _order, ...asked } = search;
  return (
    <p className={cx(styles['note'], styles['above'])}>
      {t('SummaryFuelNote')}{' '}
      <PageLink className={styles['way']} to={ADDRESSES.fuelReport} search={asked}>
        {t('SummaryFuelLink')}
      </PageLink>
    </p>
  );
}

/** So many are named before the rest has to be asked for. */
const NAMED = 12;

/** Units that one looks for in vain among the rows. */
function WithoutTrips({ units }: { units: SummaryReport['without_trips'] }): ReactNode {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  if (units.length === 0) return null;
  const names = (isWhole ? units : units.slice(0, NAMED)).map(({ name }) => name).join(', ');
  return (
    <p className={styles['note']}>
      {t('SummaryWithout', { count: units.length, names })}
      {units.length > NAMED && !isWhole && (
        <>
          {' … '}
          <Button look="quiet" isSmall onClick={() => setWhole(true)}>
            {t('SummaryWithoutAll')}
          </Button>
        </>
      )}
    </p>
  );
}

/** What the figures shown are counted by, and what a cell without one means. */
function noteOf(report: SummaryReport, measure: Measure, t: Translate): string {
  const zone = { zone: placeOfZone(report.time_zone) };
  const isEstimated = isOfFuel(measure) || measure === 'co2';
  const hasDash = (figures: SummaryReport['rows'][number]['total']): boolean =>
    (valueOf('trips', figures) ?? 0) > 0 && valueOf(measure, figures) === null;
  const parts = [
    isEstimated ? t('SummaryNote', zone) : t('ReportZone', zone),
    isEstimated && report.rows.some(({ months, total }) => [...months, total].some(hasDash)) ? t('SummaryDash') : '',
    measure === 'reimbursement' && report.rows.some(({ total }) => total.reimbursement === null) ? t('SummaryNoRate') : '',
    measure === 'duration' && untimedOf(report.totals.total) > 0 ? t('SummaryUntimed') : '',
    t(measure === 'tolls' ? 'SummaryBlankTolls' : 'SummaryBlank'),
    t('SummaryLinks'),
  ];
  return parts.filter(Boolean).join(' ');
}

/** What one wonders at the bars: where months are missing, why one is so much higher, whether the last one is over, what its measure is. */
function BarsNote(props: { report: SummaryReport; search: SummarySearch; today: string }): ReactNode {
  const { report, search, today } = props;
  const t = useT();
  const format = useFormat();
  const measure = search.measure ?? 'distance';
  const idle = idleMonths(report);
  const now = today.slice(0, 7);
  // More who drove explain more of what is driven; of money or fuel it would be asked who has a figure at all.
  const grown = isDistance(measure) || measure === 'trips' || measure === 'duration' ? grownMonths(report) : [];
  const { first_month: first } = report;
  const parts = [
    first !== null && (report.months[0] ?? '') < first && t('SummaryBegins', { month: format.month(first) }),
    idle.length > 0 && t('SummaryIdle', { months: idle.join(', ') }),
    grown.length > 0 &&
      t(`SummaryDrove-${search.group ?? 'unit'}`, {
        months: grown.map(({ month, count }) => t('SummaryDroveIn', { month: format.month(month), count })).join(', '),
      }),
    report.months.includes(now) && !idle.includes(now) && t('SummaryRunning', { month: format.month(now) }),
    measure === 'reimbursement' && ratesText(report, format, t),
    isDistance(measure) && atSeaOf(measure, report.totals.total) > 0 && `${t('NauticalMileIs').replaceAll(' ', '\u00a0')}.`,
    measure === 'tolls' &&
      report.totals.total.tolls_elsewhere !== undefined &&
      t('SummaryBarsInCurrency', { currency: report.currency }),
    isDistance(measure) && isMixed(measure, report.totals.total) && t('SummaryBarsInKm'),
  ].filter(Boolean);
  return parts.length > 0 && <p className={cx(styles['note'], styles['above'])}>{parts.join(' ')}</p>;
}

/** REP-009, with what the address holds. */
export function SummaryPage(): ReactNode {
  return <SummaryScreen search={usePageSearch(ADDRESSES.summary)} onSearch={useSearchPatch(ADDRESSES.summary)} />;
}
