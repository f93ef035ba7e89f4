import { placeOfZone } from '@spora/calendar/zones';
import { NAUTICAL_MILE_M } from '@spora/messages/format';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { goneInTenths, moneyAtAGlance } from '../../lib/measures.ts';
import { PageLink, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Switch } from '../../ui/switch.tsx';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { moneyText } from './benefit-model.ts';
import { AddFilling } from './add-filling.tsx';
import {
  asShown,
  blankRows,
  filledText,
  grownMonths,
  hasCurrencies,
  isComputed,
  lacksPrice,
  type FuelColumn,
  type FuelFigures,
  type FuelReport,
  type FuelRow,
  linesOf,
  measuredPart,
  paidTexts,
  rateText,
  sortLines,
  tellsPaid,
  totalsOf,
  usedText,
  usesNothing,
} from './fuel-model.ts';
import { LogLink } from './log-link.tsx';
import { MonthBars, MonthCharts } from './public/month-bars.tsx';
import { ReportFrame, type ReportPage } from './public/report-frame.tsx';
import type { Group, ReportSearch } from './public/report-search.ts';
import { type TopBar, TopBars } from './public/top-bars.tsx';
import { fuelQuery } from './queries.ts';
import { UNKNOWN } from './summary-model.ts';
import styles from './summary.module.css';
import { TrailerNote } from './trailer-note.tsx';

/** REP-012: what was used of fuel and electricity, month by month, and whether it was measured or computed. */
export function FuelScreen({ search, onSearch }: ReportPage): ReactNode {
  const t = useT();
  const format = useFormat();
  const today = format.day(Date.now());
  const query = useQuery({ ...fuelQuery(useSend(), search, today), select: asShown });
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
      empty={{ title: t('NoTripsTitle'), text: t('SummaryEmptyText'), begin: t('FuelBeginText') }}
    >
      {(data) => (
        <>
          {isComputed(data) && (
            <Banner tone="information" action={<AddFilling search={search} isSmall />}>
              {t('FuelAllComputed')}
            </Banner>
          )}
          <FuelBars report={data} group={search.group ?? 'unit'} />
          <Grown report={data} group={search.group ?? 'unit'} />
          <TrailerNote
            group={search.group ?? 'unit'}
            towed={data.towed && { units: data.towed.units, metres: data.towed.distance_m }}
          />
          {lacksPrice(data) && <NoPrice />}
          <Lines report={data} search={search} />
          <div className={styles['note']}>
            {!isComputed(data) && <p>{t('FuelNote')}</p>}
            <p>
              {t('FuelSummaryNote')}{' '}
              <PageLink className={styles['way']} to={ADDRESSES.summary} search={{ ...search, measure: 'fuel' }}>
                {t('FuelSummaryLink')}
              </PageLink>
            </p>
            <p>
              {t('FuelPriceNote')} {tellsPaid(data) && `${t('FuelPaidNote')} `}
              {hasCurrencies(data) && `${t('FuelPaidCurrencies')} `}
              {t('ReportZone', { zone: placeOfZone(data.time_zone) })}
              {data.totals.total.at_sea_m > 0 && ` ${t('NauticalMileIs').replaceAll(' ', '\u00a0')}.`}
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

/** Litres and kWh have bars of their own: they do not add up. Beside them whose fuel cost most, and which of them drinks. */
function FuelBars({ report, group }: { report: FuelReport; group: Group }): ReactNode {
  const t = useT();
  const format = useFormat();
  const barsOf = (of: (figures: FuelFigures) => number | null) =>
    report.months.map((month, i) => {
      const figures = report.totals.months[i];
      const value = (figures && of(figures)) ?? 0;
      return { month, parts: [{ type: null, value }], text: value > 0 ? format.number(value, 1) : '' };
    });
  const topOf = (of: (figures: FuelFigures) => number | null, text: (value: number) => string): TopBar[] =>
    report.rows.map(({ id, name, total }) => {
      const value = of(total) ?? 0;
      return { key: id ?? 0, name: id === null ? t('SummaryNoDriver') : name, value, text: text(value) };
    });
  return (
    <MonthCharts>
      <MonthBars title={t('SummaryPerMonth', { measure: t('SummaryMeasure-fuel') })} months={barsOf(({ fuel_l }) => fuel_l)} />
      <MonthBars
        title={t('SummaryPerMonth', { measure: t('SummaryMeasure-electricity') })}
        months={barsOf(({ electricity_kwh }) => electricity_kwh)}
      />
      {report.months.length === 1 && (
        <TopBars
          title={t(`SummaryTop-${group}`, { measure: t('SummaryMeasure-fuel-cost') })}
          of={topOf(
            ({ cost }) => cost,
            (cost) => moneyAtAGlance(cost, report.currency, format),
          )}
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

/** What each used over the period, and month by month when asked for; the most thirsty first when sorted by it. */
function Lines({ report, search }: { report: FuelReport; search: ReportSearch }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [order, setOrder] = useState<SortOrder<FuelColumn>>('name');
  const [isMonthly, setMonthly] = useState(false);
  const [areBlankShown, setBlankShown] = useState(false);
  const blank = blankRows(report);
  const shown = areBlankShown ? report : { ...report, rows: report.rows.filter((row) => !blank.includes(row)) };
  const [byMonth, whole] = [linesOf(shown), totalsOf(shown)];
  // Where nobody has two months the period is their month.
  const areSeveral = byMonth.length > whole.length;
  const tellsMonths = report.months.length > 1 && (isMonthly || !areSeveral);
  const tellsSource = !isComputed(report);
  const { currency, totals } = report;
  const tellsFilled = totals.total.filled_l !== null || totals.total.charged_kwh !== null;
  const isPaid = tellsPaid(report);
  const priceText = (figures: FuelFigures): string => {
    const priced = figures.unit_price;
    return priced ? `${moneyText(priced.price, currency, format)}/${priced.unit}` : UNKNOWN;
  };
  const heading = (column: FuelColumn, text: string, isNumber = false) => (
    <SortHeading column={column} order={order} onSort={setOrder} isNumber={isNumber}>
      {text}
    </SortHeading>
  );
  const asText = (text: string): ReactNode => <Stacked text={text} />;
  const cells = (figures: FuelFigures, distance = asText, filled = asText): ReactNode => (
    <>
      <td data-kind="number" data-card="plain" data-label={t('SummaryMeasure-distance')}>
        {distance(goneInTenths({ metres: figures.distance_m, atSeaM: figures.at_sea_m }, format))}
      </td>
      <td data-kind="number" data-card="plain" data-label={t('FuelUsed')}>
        {asText(usedText(figures, format))}
      </td>
      <td data-kind="number" data-card="fact" data-label={t('FuelRate')}>
        {asText(rateText(figures, format))}
      </td>
      {tellsSource && (
        <td data-card="plain" data-label={t('FuelSource')}>
          <Source figures={figures} />
        </td>
      )}
      <td data-kind="number" data-card="fact" data-blank={!figures.unit_price} data-label={t('FuelUnitPrice')}>
        {priceText(figures)}
      </td>
      <td data-kind="number" data-card="aside" data-label={t('FuelCost')}>
        {moneyText(usesNothing(figures) ? null : figures.cost, currency, format)}
      </td>
      {tellsFilled && (
        <td
          data-kind="number"
          data-card="fact"
          data-blank={figures.filled_l === null && figures.charged_kwh === null}
          data-label={t('FuelFilledOrCharged')}
        >
          {filled(filledText(figures, format))}
        </td>
      )}
      {isPaid && <Paid figures={figures} />}
    </>
  );
  return (
    <section className={styles['lines']}>
      {areSeveral && <Switch label={t('FuelMonths')} isOn={isMonthly} onChange={setMonthly} />}
      <div className={cx(styles['scroll'], styles['fuel'])}>
        <Table
          label={t('FuelReport')}
          hasDenseCards
          head={
            <>
              {heading('name', t('SummaryName'))}
              {tellsMonths && heading('month', t('SummaryMonth'))}
              {heading('distance', t('SummaryMeasure-distance'), true)}
              <th scope="col" data-kind="number">
                {t('FuelUsed')}
              </th>
              {heading('rate', t('FuelRate'), true)}
              {tellsSource && <th scope="col">{t('FuelSource')}</th>}
              <th scope="col" data-kind="number">
                {t('FuelUnitPrice')}
              </th>
              {heading('cost', t('FuelCost'), true)}
              {tellsFilled && (
                <th scope="col" data-kind="number">
                  {t('FuelFilledOrCharged')}
                </th>
              )}
              {isPaid && (
                <th scope="col" data-kind="number">
                  {t('FuelPaid')}
                </th>
              )}
            </>
          }
        >
          {sortLines(tellsMonths ? byMonth : whole, order).map(({ key, row, month, figures }) => (
            <tr key={key}>
              <th scope="row">
                <LogLink search={search} row={row} months={month === '' ? report.months : [month]}>
                  {row.id === null ? t('SummaryNoDriver') : row.name}
                </LogLink>
                {tellsMonths && <span className={styles['ofMonth']}>{format.month(month)}</span>}
                {row.registration_number && <span className={styles['plate']}>{row.registration_number}</span>}
              </th>
              {tellsMonths && (
                <td data-card="off" data-label={t('SummaryMonth')}>
                  {month}
                </td>
              )}
              {cells(
                figures,
                (text) =>
                  figures.distance_m === 0 ? (
                    text
                  ) : (
                    <LogLink search={search} row={row} months={month === '' ? report.months : [month]}>
                      {text}
                    </LogLink>
                  ),
                (text) => (
                  <FillingsLink row={row} figures={figures}>
                    {text}
                  </FillingsLink>
                ),
              )}
            </tr>
          ))}
          <tr className={styles['totals']}>
            <th scope="row">{t('SummaryTotal')}</th>
            {tellsMonths && <td />}
            {cells(totals.total)}
          </tr>
        </Table>
      </div>
      {blank.length > 0 && (
        <div className={styles['folded']}>
          <Button isSmall onClick={() => setBlankShown(!areBlankShown)}>
            {areBlankShown ? t('FuelHideBlank') : t('FuelShowBlank', { count: blank.length })}
          </Button>
          {!areBlankShown && blank.some(({ total }) => !usesNothing(total)) && (
            <span className={styles['note']}>{t(report.towed ? 'FuelBlankTowed' : 'FuelBlankCounted')}</span>
          )}
        </div>
      )}
    </section>
  );
}

/** Figures that do not add up, each in a line of its own where there is a column; beside each other in a card. */
function Stacked({ text }: { text: string }): ReactNode {
  const parts = text.split(/(?<=, | · )/);
  if (parts.length === 1) return text;
  return parts.map((part) => {
    const [, figure = part, sign = ''] = /^(.*?)(, | · )$/.exec(part) ?? [];
    return (
      <span key={part} className={styles['stacked']}>
        {figure}
        <span className={styles['sign']}>{sign}</span>
      </span>
    );
  });
}

/** Leads to what the unit was filled and charged with. */
function FillingsLink(props: { row: FuelRow; figures: FuelFigures; children: ReactNode }): ReactNode {
  const { imei } = props.row;
  if (!imei || (props.figures.filled_l === null && props.figures.charged_kwh === null)) return props.children;
  return (
    <PageLink className={styles['figure']} to={ADDRESSES.editUnit} search={{ imei, tab: 'refuelling' }}>
      {props.children}
    </PageLink>
  );
}

/** Measured or computed, and over how much of the way it was measured. */
function Source({ figures }: { figures: FuelFigures }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (figures.source === null || usesNothing(figures)) return UNKNOWN;
  const part = measuredPart(figures);
  const isBoat = figures.at_sea_m > 0 && figures.at_sea_m === figures.distance_m;
  const wholeOf = (metres: number): string => format.number(metres / (isBoat ? NAUTICAL_MILE_M : 1000));
  return (
    <span>
      {t(`FuelSource-${figures.source}`)}
      {part !== null && ' '}
      {part !== null && (
        <span className={styles['plate']}>
          {t(figures.source === 'both' ? 'FuelMeasuredPart' : 'FuelMeasuredOver', {
            measured: wholeOf(part),
            driven: `${wholeOf(figures.distance_m)}\u00a0${isBoat ? 'nm' : 'km'}`,
          })}
        </span>
      )}
    </span>
  );
}

/** What fillings say was paid, beside what the fuel cost by the account's prices; and of how many nobody has said it. */
function Paid({ figures }: { figures: FuelFigures }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = paidTexts(figures, format);
  const isFilled = figures.filled_l !== null || figures.charged_kwh !== null;
  return (
    <td data-kind="number" data-card="fact" data-blank={!isFilled} data-label={t('FuelPaid')}>
      <span className={styles['sums']}>
        {texts.length === 0 ? UNKNOWN : texts.map((text) => <span key={text}>{text}</span>)}
        {texts.length > 0 && figures.unpriced_fillings > 0 && (
          <span className={styles['plate']}>{t('FuelUnpriced', { count: figures.unpriced_fillings })}</span>
        )}
      </span>
    </td>
  );
}

/** REP-012, with what the address holds. */
export function FuelPage(): ReactNode {
  return <FuelScreen search={usePageSearch(ADDRESSES.fuelReport)} onSearch={useSearchPatch(ADDRESSES.fuelReport)} />;
}
