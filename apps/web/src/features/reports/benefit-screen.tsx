import { placeOfZone } from '@spora/calendar/zones';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { moneyAtAGlance } from '../../lib/measures.ts';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { orderToKeep } from '../../ui/table-order.ts';
import { BenefitLead } from './benefit-lead.tsx';
import {
  type BenefitLine,
  type BenefitReport,
  costText,
  isReckoned,
  linesOf,
  moneyText,
  odometerText,
  shareText,
  sortLines,
  summandsOf,
  valuesByDriver,
} from './benefit-model.ts';
import { type BenefitColumn, type BenefitSearch, USUAL_ORDER } from './benefit-search.ts';
import { Years } from './benefit-years.tsx';
import { MonthBars, MonthCharts } from './public/month-bars.tsx';
import { ReportFrame } from './public/report-frame.tsx';
import { TopBars } from './public/top-bars.tsx';
import { benefitQuery } from './queries.ts';
import styles from './summary.module.css';

export interface BenefitScreenProps {
  readonly search: BenefitSearch;
  readonly onSearch: (patch: Partial<Record<keyof BenefitSearch, string | undefined>>) => void;
}

/** REP-010, REP-011: what private driving was worth, month by month, with what it was reckoned by, and business km against the year's line. */
export function BenefitScreen({ search, onSearch }: BenefitScreenProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const query = useQuery(benefitQuery(useSend(), search, today));
  return (
    <ReportFrame
      report="benefit-value"
      label={t('BenefitReport')}
      search={search}
      onSearch={onSearch}
      today={today}
      query={query}
      isEmpty={({ rows }) => rows.length === 0}
      sortOf={() => search.sort}
      empty={{ title: t('NoTripsTitle'), text: t('SummaryEmptyText'), begin: t('BenefitBeginText') }}
    >
      {(data) => (
        <Report
          report={data}
          order={search.sort ?? USUAL_ORDER}
          onOrder={(order) => onSearch({ sort: orderToKeep(order, USUAL_ORDER) })}
        />
      )}
    </ReportFrame>
  );
}

interface ReportProps {
  readonly report: BenefitReport;
  readonly order: SortOrder<BenefitColumn>;
  readonly onOrder: (order: SortOrder<BenefitColumn>) => void;
}

function Report(props: ReportProps): ReactNode {
  const { report } = props;
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const isPhone = !useMedia('(min-width: 768px)');
  return (
    <>
      {!isPhone && <BenefitLead report={report} />}
      <MonthCharts>
        <MonthBars
          title={t('SummaryPerMonth', { measure: t('BenefitValue') })}
          months={report.months.map((month, i) => {
            const value = report.totals.months[i]?.value ?? 0;
            return {
              month,
              parts: [{ type: null, value }],
              text: value > 0 ? moneyAtAGlance(value, report.currency, format) : '',
            };
          })}
        />
        <TopBars
          title={t('SummaryTop-driver', { measure: t('BenefitValue') })}
          of={valuesByDriver(report).map(({ driverId, driver, value }) => ({
            key: driverId ?? 0,
            name: driverId === null ? t('SummaryNoDriver') : driver,
            value,
            text: moneyAtAGlance(value, report.currency, format),
          }))}
          isAlone={report.months.length === 1}
        />
      </MonthCharts>
      {/* What it is about stands below the figure on a phone, which would else begin with a page of text. */}
      {isPhone && <BenefitLead report={report} />}
      <Lines {...props} />
      <Years rows={report.rows} />
      <div className={styles['note']}>
        <p>{t('BenefitFormula')}</p>
        <p>
          {report.settings
            .map(({ valid_from, benefit_factor }) =>
              valid_from === ''
                ? t('BenefitFactorAlways', { factor: format.number(benefit_factor, 2) })
                : t('BenefitFactorFrom', { factor: format.number(benefit_factor, 2), day: valid_from }),
            )
            .join(' ')}{' '}
          {t('BenefitPaidNote')} {report.totals.total.tolls === null && t('BenefitTollsUnknown')}
        </p>
        <p>{t('ReportZone', { zone: placeOfZone(report.time_zone) })}</p>
        {user.IsAdmin && (
          <p>
            <PageLink to={ADDRESSES.account} search={{ tab: 'car-benefit' }}>
              {t('BenefitSet')}
            </PageLink>
          </p>
        )}
      </div>
    </>
  );
}

function Lines({ report, order, onOrder }: ReportProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const { currency, totals } = report;
  const hasTolls = totals.total.tolls !== null;
  const [isWhole, setWhole] = useState(false);
  const all = linesOf(report);
  const reckoned = all.filter(isReckoned);
  const rest = reckoned.length === 0 ? 0 : all.length - reckoned.length;
  const lines = sortLines(isWhole || rest === 0 ? all : reckoned, order);
  const heading = (column: BenefitColumn, text: string, isNumber = false) => (
    <SortHeading column={column} order={order} onSort={onOrder} isNumber={isNumber}>
      {text}
    </SortHeading>
  );
  return (
    <>
      <div className={cx(styles['scroll'], styles['benefit'])}>
        <Table
          label={t('BenefitReport')}
          head={
            <>
              {heading('driver', t('SummaryGroup-driver'))}
              {heading('unit', t('SummaryGroup-unit'))}
              {heading('month', t('BenefitMonthAndOdometer'))}
              <th scope="col" data-kind="number">
                {t('BenefitBusinessSoFar')}
              </th>
              {heading('private', t('BenefitPrivateSoFar'), true)}
              <th scope="col">{t('BenefitReckoned')}</th>
              {heading('fuel', t('BenefitFuelValue'), true)}
              {hasTolls && (
                <th scope="col" data-kind="number">
                  {t('SummaryMeasure-tolls')}
                </th>
              )}
              {heading('value', t('BenefitValue'), true)}
            </>
          }
        >
          {lines.map((line) => (
            <Line key={line.key} line={line} currency={currency} hasTolls={hasTolls} />
          ))}
          <tr className={styles['totals']}>
            <th scope="row">{t('SummaryTotal')}</th>
            <td />
            <td />
            <td data-kind="number" data-label={t('BenefitBusinessSoFar')}>
              {format.km(lines.reduce((sum, { figures }) => sum + figures.business_m, 0))}
            </td>
            <td data-kind="number" data-label={t('BenefitPrivateSoFar')}>
              {format.km(totals.total.private_m)}
            </td>
            <td />
            <td data-kind="number" data-label={t('BenefitFuelValue')}>
              {moneyText(totals.total.fuel_value, currency, format)}
            </td>
            {hasTolls && (
              <td data-kind="number" data-label={t('SummaryMeasure-tolls')}>
                {moneyText(totals.total.tolls, currency, format)}
              </td>
            )}
            <td data-kind="number" data-label={t('BenefitValue')}>
              {moneyText(totals.total.value, currency, format)}
            </td>
          </tr>
        </Table>
      </div>
      {rest > 0 && (
        <Button look="quiet" className={styles['rest']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('BenefitHideRest') : t('BenefitShowRest', { count: rest })}
        </Button>
      )}
    </>
  );
}

/** A month of a driver and a unit: the summands of its value beside each other, with how each came about; on a phone that opens when asked. */
function Line(props: { line: BenefitLine; currency: string; hasTolls: boolean }): ReactNode {
  const { line, currency } = props;
  const { row, month, figures } = line;
  const t = useT();
  const format = useFormat();
  const cost = costText(line, currency, t, format);
  const isPhone = useMedia('(max-width: 767px)');
  const reckoning = (
    <>
      {!row.has_fuel_benefit && figures.private_m > 0 && <div>{t('BenefitPaysNotWhy')}</div>}
      {summandsOf(line, currency, t, format).map((text) => (
        <div key={text}>{text}</div>
      ))}
      {figures.gaps.map((gap) => (
        <div key={gap}>{t('BenefitGapIs', { what: t(`BenefitGap-${gap}`) })}</div>
      ))}
    </>
  );
  return (
    <tr>
      <th scope="row">{row.driver_id === null ? t('SummaryNoDriver') : row.driver}</th>
      <td data-label={t('SummaryGroup-unit')}>
        {row.unit}
        {row.registration_number && <span className={styles['plate']}>{row.registration_number}</span>}
      </td>
      <td data-label={t('BenefitMonthAndOdometer')}>
        {month}
        <span className={styles['plate']}>{odometerText(figures, format)}</span>
      </td>
      <td data-kind="number" data-label={t('BenefitBusinessSoFar')}>
        {format.km(figures.business_m)}
      </td>
      <td data-kind="number" data-label={t('BenefitPrivateSoFar')}>
        {format.km(figures.private_m)}
        <span className={styles['plate']}>{shareText(figures, format)}</span>
      </td>
      <td className={styles['reckoned']}>
        {isPhone ? (
          <details className={styles['how']}>
            <summary>{t('BenefitReckoned')}</summary>
            {reckoning}
          </details>
        ) : (
          reckoning
        )}
      </td>
      <td data-kind="number" data-label={t('BenefitFuelValue')}>
        {moneyText(figures.fuel_value, currency, format)}
        {cost && <span className={styles['plate']}>{cost}</span>}
      </td>
      {props.hasTolls && (
        <td data-kind="number" data-label={t('SummaryMeasure-tolls')}>
          {moneyText(figures.tolls, currency, format)}
        </td>
      )}
      <td data-kind="number" data-label={t('BenefitValue')} className={styles['total']}>
        {moneyText(figures.value, currency, format)}
      </td>
    </tr>
  );
}

/** REP-010, with what the address holds. */
export function BenefitPage(): ReactNode {
  return <BenefitScreen search={usePageSearch(ADDRESSES.benefitValue)} onSearch={useSearchPatch(ADDRESSES.benefitValue)} />;
}
