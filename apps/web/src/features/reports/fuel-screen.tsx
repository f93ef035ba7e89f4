import { placeOfZone } from '@spora/calendar/zones';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { moneyAtAGlance } from '../../lib/measures.ts';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { orderToKeep } from '../../ui/table-order.ts';
import { AddFilling } from './add-filling.tsx';
import { FuelLines } from './fuel-lines.tsx';
import {
  asShown,
  grownMonths,
  hasCurrencies,
  isComputed,
  lacksPrice,
  type FuelFigures,
  type FuelReport,
  type FuelSearch,
  tellsPaid,
  USUAL_ORDER,
} from './fuel-model.ts';
import { MonthBars, MonthCharts } from './public/month-bars.tsx';
import { ReportFrame } from './public/report-frame.tsx';
import type { Group } from './public/report-search.ts';
import { type TopBar, TopBars } from './public/top-bars.tsx';
import { fuelQuery } from './queries.ts';
import styles from './summary.module.css';
import { TrailerNote } from './trailer-note.tsx';

export interface FuelScreenProps {
  readonly search: FuelSearch;
  readonly onSearch: (patch: Partial<Record<keyof FuelSearch, string | undefined>>) => void;
}

/** REP-012: what was used of fuel and electricity, month by month, and whether it was measured or computed. */
export function FuelScreen({ search, onSearch }: FuelScreenProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const query = useQuery({ ...fuelQuery(useSend(), search, today), select: asShown });
  const { per, sort = USUAL_ORDER, ...asked } = search;
  return (
    <ReportFrame
      report="fuel"
      label={t('FuelReport')}
      hasGroups
      actions={<AddFilling search={search} />}
      search={search}
      onSearch={onSearch}
      today={today}
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      sortOf={() => search.sort}
      empty={{ title: t('NoTripsTitle'), text: t('SummaryEmptyText'), begin: t('FuelBeginText') }}
    >
      {(data) => (
        <>
          {isComputed(data) && <Banner tone="information">{t('FuelAllComputed')}</Banner>}
          <FuelBars report={data} group={search.group ?? 'unit'} />
          <Grown report={data} group={search.group ?? 'unit'} />
          <TrailerNote
            group={search.group ?? 'unit'}
            towed={data.towed && { units: data.towed.units, metres: data.towed.distance_m }}
          />
          {lacksPrice(data) && <NoPrice />}
          <FuelLines
            report={data}
            search={asked}
            order={sort}
            onOrder={(order) => onSearch({ sort: orderToKeep(order, USUAL_ORDER) })}
            isMonthly={per === 'month'}
            onMonthly={(isMonthly) => onSearch({ per: isMonthly ? 'month' : undefined })}
          />
          <div className={styles['note']}>
            {!isComputed(data) && <p>{t('FuelNote')}</p>}
            <p>
              {t('FuelSummaryNote')}{' '}
              <PageLink className={styles['way']} to={ADDRESSES.summary} search={{ ...asked, measure: 'fuel' }}>
                {t('FuelSummaryLink')}
              </PageLink>
            </p>
            <p>
              {t('FuelPriceNote')} {tellsPaid(data) && `${t('FuelPaidNote')} `}
              {hasCurrencies(data) && `${t('FuelPaidCurrencies')} `}
              {t('ReportZone', { zone: placeOfZone(data.time_zone) })}
            </p>
          </div>
        </>
      )}
    </ReportFrame>
  );
}

/** Why a cost is missing, and the way to it for whoever may. */
function NoPrice(): ReactNode {
  const t = useT();
  const { IsAdmin } = useUser();
  return (
    <Banner
      tone="information"
      action={
        IsAdmin && (
          <PageLink to={ADDRESSES.account} search={{ tab: 'fuel-price' }} className={buttonClass({ isSmall: true })}>
            {t('FuelNoPriceSet')}
          </PageLink>
        )
      }
    >
      {t('FuelNoPrice')} {!IsAdmin && t('FuelNoPriceAsk')}
    </Banner>
  );
}

/**
 * What it cost comes first, and on a phone alone: below it is a table of the months. Litres and kWh have bars of their own: they do not add
 * up. Beside them which of them drinks.
 */
function FuelBars({ report, group }: { report: FuelReport; group: Group }): ReactNode {
  const t = useT();
  const format = useFormat();
  const isPhone = !useMedia('(min-width: 768px)');
  const isCostAlone = isPhone && report.totals.months.filter(({ cost }) => cost).length > 1;
  const amount = (value: number): string => format.number(value, 1);
  const price = (cost: number): string => moneyAtAGlance(cost, report.currency, format);
  const barsOf = (of: (figures: FuelFigures) => number | null, text = amount) =>
    report.months.map((month, i) => {
      const figures = report.totals.months[i];
      const value = (figures && of(figures)) ?? 0;
      return { month, parts: [{ type: null, value }], text: value > 0 ? text(value) : '' };
    });
  const topOf = (of: (figures: FuelFigures) => number | null, text: (value: number) => string): TopBar[] =>
    report.rows.map(({ id, name, total }) => {
      const value = of(total) ?? 0;
      return { key: id ?? 0, name: id === null ? t('SummaryNoDriver') : name, value, text: text(value) };
    });
  return (
    <MonthCharts>
      <MonthBars
        title={t('SummaryPerMonth', { measure: t('SummaryMeasure-fuel-cost') })}
        months={barsOf(({ cost }) => cost, price)}
      />
      {!isCostAlone && (
        <>
          <MonthBars
            title={t('SummaryPerMonth', { measure: t('SummaryMeasure-fuel') })}
            months={barsOf(({ fuel_l }) => fuel_l)}
          />
          <MonthBars
            title={t('SummaryPerMonth', { measure: t('SummaryMeasure-electricity') })}
            months={barsOf(({ electricity_kwh }) => electricity_kwh)}
          />
        </>
      )}
      {report.months.length === 1 && (
        <TopBars
          title={t(`SummaryTop-${group}`, { measure: t('SummaryMeasure-fuel-cost') })}
          of={topOf(({ cost }) => cost, price)}
          isAlone
        />
      )}
      {/* What somebody has set is no picture of who drinks. */}
      <TopBars
        title={t('FuelDrinks')}
        of={topOf(
          ({ l_per_10km, source }) => (source === 'computed' ? null : l_per_10km),
          (litres) => format.number(litres, 2),
        )}
        isOfDifference
      />
    </MonthCharts>
  );
}

/** Why one month's bar is so much higher, as the summary says it. */
function Grown({ report, group }: { report: FuelReport; group: Group }): ReactNode {
  const t = useT();
  const format = useFormat();
  const grown = grownMonths(report);
  if (grown.length === 0) return null;
  const months = grown.map(({ month, count }) => t('SummaryDroveIn', { month: format.month(month), count })).join(', ');
  return <p className={cx(styles['note'], styles['above'])}>{t(`SummaryDrove-${group}`, { months })}</p>;
}

/** REP-012, with what the address holds. */
export function FuelPage(): ReactNode {
  return <FuelScreen search={usePageSearch(ADDRESSES.fuelReport)} onSearch={useSearchPatch(ADDRESSES.fuelReport)} />;
}
