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
  // Which month cost what is read from their sums, one below the other; what each unit did in one is a press away.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const turn = (month: string): void => setOpened((before) => before.symmetricDifference(new Set([month])));
  const { totals } = report;
  const tells = tellsOf(report);
  const heading = (column: FuelColumn, text: string, isNumber = false) => (
    <SortHeading column={column} order={order} onSort={onOrder} isNumber={isNumber}>
      {text}
    </SortHeading>
  );
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
              {tells.source && <th scope="col">{t('FuelSource')}</th>}
              <th scope="col" data-kind="number">
                {t('FuelUnitPrice')}
              </th>
              {heading('cost', t('FuelCost'), true)}
              {tells.filled && (
                <th scope="col" data-kind="number">
                  {t('FuelFilledOrCharged')}
                </th>
              )}
              {tells.paid && (
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
                      <button type="button" aria-expanded={opened.has(month)} onClick={() => turn(month)}>
                        <Icon name={opened.has(month) ? 'chevron-down' : 'chevron-right'} size={16} />
                        <span>{format.month(month)}</span>
                      </button>
                    </th>
                    <Cells report={report} figures={figures} />
                  </tr>
                  {opened.has(month) &&
                    sortLines(lines, order).map((line) => <Line key={line.key} report={report} line={line} search={search} />)}
                </Fragment>
              ))
            : sortLines(totalsOf(shown), order).map((line) => (
                <Line key={line.key} report={report} line={line} search={search} />
              ))}
          <tr className={styles['totals']}>
            <th scope="row">{t('SummaryTotal')}</th>
            <Cells
              report={report}
              figures={totals.total}
              distance={(text) => (
                <>
                  <Stacked text={text} />
                  {totals.total.at_sea_m > 0 && (
                    <span className={styles['plate']}>{t('NauticalMileIs').replaceAll(' ', '\u00a0')}</span>
                  )}
                </>
              )}
            />
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

/** Which columns there are beside those that always are. */
const tellsOf = (report: FuelReport): Readonly<Record<'source' | 'filled' | 'paid', boolean>> => ({
  source: !isComputed(report),
  filled: report.totals.total.filled_l !== null || report.totals.total.charged_kwh !== null,
  paid: tellsPaid(report),
});

/** A unit or driver, of the whole period or of a month, with the ways to its trips and fillings. */
function Line({ report, line, search }: { report: FuelReport; line: FuelLine; search: ReportSearch }): ReactNode {
  const t = useT();
  const { row, month, figures } = line;
  const months = month === '' ? report.months : [month];
  const toLog = (children: ReactNode): ReactNode => (
    <LogLink search={search} row={row} months={months}>
      {children}
    </LogLink>
  );
  return (
    <tr className={cx(month !== '' && styles['inMonth'])}>
      <th scope="row">
        {toLog(row.id === null ? t('SummaryNoDriver') : row.name)}
        {/* What a unit is called is enough where it stands under each month. */}
        {row.registration_number && month === '' && <span className={styles['plate']}>{row.registration_number}</span>}
      </th>
      <Cells
        report={report}
        figures={figures}
        distance={(text) => (figures.distance_m === 0 ? text : toLog(text))}
        filled={(text) => (
          <FillingsLink row={row} figures={figures}>
            {text}
          </FillingsLink>
        )}
      />
    </tr>
  );
}

const asText = (text: string): ReactNode => <Stacked text={text} />;

/** The figures of a row; `distance` and `filled` say what is shown for the text of theirs. */
function Cells(props: {
  report: FuelReport;
  figures: FuelFigures;
  distance?: (text: string) => ReactNode;
  filled?: (text: string) => ReactNode;
}): ReactNode {
  const { report, figures, distance = asText, filled = asText } = props;
  const { currency } = report;
  const t = useT();
  const format = useFormat();
  const tells = tellsOf(report);
  const priced = figures.unit_price;
  return (
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
      {tells.source && (
        <td data-card="plain" data-label={t('FuelSource')}>
          <Source figures={figures} />
        </td>
      )}
      <td data-kind="number" data-card="fact" data-blank={!priced} data-label={t('FuelUnitPrice')}>
        {priced ? `${moneyText(priced.price, currency, format)}/${priced.unit}` : UNKNOWN}
      </td>
      <td data-kind="number" data-card="aside" data-label={t('FuelCost')}>
        {moneyText(usesNothing(figures) ? null : figures.cost, currency, format)}
      </td>
      {tells.filled && (
        <td
          data-kind="number"
          data-card="fact"
          data-blank={figures.filled_l === null && figures.charged_kwh === null}
          data-label={t('FuelFilledOrCharged')}
        >
          {filled(filledText(figures, format))}
        </td>
      )}
      {tells.paid && <Paid figures={figures} />}
    </>
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
