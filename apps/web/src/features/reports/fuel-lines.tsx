import { NAUTICAL_MILE_M } from '@spora/messages/format';
import { Fragment, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { goneInTenths } from '../../lib/measures.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { moneyText } from './benefit-model.ts';
import {
  blankRows,
  filledText,
  isComputed,
  type FuelColumn,
  type FuelFigures,
  type FuelLine,
  type FuelReport,
  type FuelRow,
  linesOf,
  measuredPart,
  monthGroups,
  paidTexts,
  rateText,
  sortGroups,
  sortLines,
  tellsPaid,
  totalsOf,
  usedText,
  usesNothing,
} from './fuel-model.ts';
import { LogLink } from './log-link.tsx';
import type { ReportSearch } from './public/report-search.ts';
import { UNKNOWN } from './summary-model.ts';
import styles from './summary.module.css';

/** What each used over the period, and month by month when asked for; the most thirsty first when sorted by it. */
export function FuelLines(props: {
  report: FuelReport;
  search: ReportSearch;
  order: SortOrder<FuelColumn>;
  onOrder: (order: SortOrder<FuelColumn>) => void;
  isMonthly: boolean;
  onMonthly: (isMonthly: boolean) => void;
}): ReactNode {
  const { report, search, order, onOrder } = props;
  const t = useT();
  const format = useFormat();
  const [areBlankShown, setBlankShown] = useState(false);
  const blank = blankRows(report);
  const shown = areBlankShown ? report : { ...report, rows: report.rows.filter((row) => !blank.includes(row)) };
  const groups = monthGroups(report, linesOf(shown));
  const areSeveral = groups.length > 1;
  const tellsMonths = areSeveral && props.isMonthly;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const turn = (month: string): void => setOpened((before) => before.symmetricDifference(new Set([month])));
  // Which month cost what is read from their sums, one below the other; what each unit did in one is a press away.
  const isOpen = (month: string): boolean => opened.has(month);
  const tellsSource = !isComputed(report);
  const { currency, totals } = report;
  const tellsFilled = totals.total.filled_l !== null || totals.total.charged_kwh !== null;
  const isPaid = tellsPaid(report);
  const priceText = (figures: FuelFigures): string => {
    const priced = figures.unit_price;
    return priced ? `${moneyText(priced.price, currency, format)}/${priced.unit}` : UNKNOWN;
  };
  const heading = (column: FuelColumn, text: string, isNumber = false) => (
    <SortHeading column={column} order={order} onSort={onOrder} isNumber={isNumber}>
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
  const lineOf = ({ key, row, month, figures }: FuelLine): ReactNode => {
    const months = month === '' ? report.months : [month];
    return (
      <tr key={key} className={cx(month !== '' && styles['inMonth'])}>
        <th scope="row">
          <LogLink search={search} row={row} months={months}>
            {row.id === null ? t('SummaryNoDriver') : row.name}
          </LogLink>
          {/* What a unit is called is enough where it stands under each month. */}
          {row.registration_number && month === '' && <span className={styles['plate']}>{row.registration_number}</span>}
        </th>
        {cells(
          figures,
          (text) =>
            figures.distance_m === 0 ? (
              text
            ) : (
              <LogLink search={search} row={row} months={months}>
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
    );
  };
  return (
    <section className={styles['lines']}>
      <div className={styles['folded']}>
        <Switch label={t('FuelMonths')} isOn={tellsMonths} isDisabled={!areSeveral} onChange={props.onMonthly} />
        {!areSeveral && <span className={styles['note']}>{t('FuelOneMonth')}</span>}
      </div>
      <div className={cx(styles['scroll'], styles['fuel'])}>
        <Table
          label={t('FuelReport')}
          hasDenseCards
          head={
            <>
              {heading('name', t('SummaryName'))}
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
          {tellsMonths
            ? sortGroups(groups, order).map(({ month, figures, lines }) => (
                <Fragment key={month}>
                  <tr className={styles['month']}>
                    <th scope="row">
                      <button type="button" aria-expanded={isOpen(month)} onClick={() => turn(month)}>
                        <Icon name={isOpen(month) ? 'chevron-down' : 'chevron-right'} size={16} />
                        <span>{format.month(month)}</span>
                      </button>
                    </th>
                    {cells(figures)}
                  </tr>
                  {isOpen(month) && sortLines(lines, order).map(lineOf)}
                </Fragment>
              ))
            : sortLines(totalsOf(shown), order).map(lineOf)}
          <tr className={styles['totals']}>
            <th scope="row">{t('SummaryTotal')}</th>
            {cells(totals.total, (text) => (
              <>
                {asText(text)}
                {totals.total.at_sea_m > 0 && (
                  <span className={styles['plate']}>{t('NauticalMileIs').replaceAll(' ', '\u00a0')}</span>
                )}
              </>
            ))}
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
  // Nautical miles and kilometres do not add up: of both the share is told.
  const isMixed = figures.at_sea_m > 0 && !isBoat;
  const inWhole = (metres: number): string =>
    format.number(isMixed ? (metres / figures.distance_m) * 100 : metres / (isBoat ? NAUTICAL_MILE_M : 1000));
  const [measured, driven] = [inWhole(part ?? figures.distance_m), inWhole(figures.distance_m)];
  return (
    <span>
      {t(`FuelSource-${figures.source}`)}
      {measured !== driven && ' '}
      {measured !== driven && (
        <span className={styles['plate']}>
          {t(figures.source === 'both' ? 'FuelMeasuredPart' : 'FuelMeasuredOver', {
            measured: isMixed ? `${measured}\u00a0%` : measured,
            driven: isMixed ? t('FuelTheWay') : `${driven}\u00a0${isBoat ? 'nm' : 'km'}`,
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
