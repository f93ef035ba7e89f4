import type { BenefitFigures, BenefitMonth, BenefitReport } from '@spora/contract/reports/benefit';
import { otherTypeName } from '../../../core/people/other-trip-type.ts';
import { inReportOrder, type ValueOf } from '../../../core/report-order.ts';
import type { ReportCell, ReportColumn, ReportFace, ReportText } from '../../../core/reports.ts';
import { benefitOfAsked } from './service.ts';

/**
 * REP-010, REP-011 as rows: one for each driver, unit and month, with what each was reckoned by; the formula stands beneath. Tolls are
 * asked of who knows them.
 */
export const benefitFace: ReportFace = {
  id: 'benefit-value',
  tellsLocked: true,
  table: async (ctx, asked, { tollsOf } = {}) => {
    const report = await benefitOfAsked(ctx, asked, tollsOf);
    const tellsTolls = report.totals.total.tolls !== null;
    const sums = (figures: BenefitFigures): ReportCell[] => [
      figures.fuel,
      figures.fuel_cost,
      figures.fuel_value,
      ...(tellsTolls ? [figures.tolls] : []),
      figures.value,
      figures.gaps.length > 0 ? { key: `BenefitGap-${figures.gaps[0]!}` } : null,
    ];
    const driven = (figures: BenefitFigures): ReportCell[] => [
      figures.business_m,
      figures.private_m,
      figures.other_m,
      figures.private_share === null ? null : figures.private_share * 100,
    ];
    return {
      title: { key: 'BenefitReport' },
      columns: columnsOf(tellsTolls, await otherTypeName(ctx)),
      rows: inReportOrder(linesOf(report), asked.sort, ORDERS).map(({ row, month, figures }): ReportCell[] => [
        row.driver_id === null ? { key: 'SummaryNoDriver' } : row.driver,
        row.unit,
        row.registration_number,
        { key: row.has_fuel_benefit ? 'BenefitPays' : 'BenefitPaysNot' },
        month,
        figures.odometer_start_km === null ? null : figures.odometer_start_km * 1000,
        figures.odometer_end_km === null ? null : figures.odometer_end_km * 1000,
        ...driven(figures),
        ...inputsOf(figures),
        ...sums(figures),
      ]),
      totals: [
        { key: 'SummaryTotal' },
        ...Array.from({ length: 6 }, () => null),
        ...driven(report.totals.total),
        null,
        null,
        null,
        ...sums(report.totals.total),
      ],
      notes: notesOf(report),
      currency: report.currency,
    };
  },
};

interface Line {
  readonly row: BenefitReport['rows'][number];
  readonly month: string | null;
  readonly figures: BenefitMonth;
}

/** A line for each month in which somebody drove. */
const linesOf = ({ rows, months }: BenefitReport): Line[] =>
  rows.flatMap((row) =>
    row.months.flatMap((figures, i): Line[] =>
      figures.business_m + figures.private_m + figures.other_m === 0 ? [] : [{ row, month: months[i] ?? null, figures }],
    ),
  );

/** As the page orders them. */
const ORDERS: Record<string, ValueOf<Line>> = {
  driver: ({ row }) => (row.driver_id === null ? null : row.driver),
  unit: ({ row }) => row.unit,
  month: ({ month }) => month,
  private: ({ figures }) => figures.private_m,
  fuel: ({ figures }) => figures.fuel_value,
  value: ({ figures }) => figures.value,
};

const columnsOf = (tellsTolls: boolean, otherName: string): ReportColumn[] => [
  { id: 'driver', title: { key: 'SummaryGroup-driver' }, kind: 'text' },
  { id: 'unit', title: { key: 'SummaryGroup-unit' }, kind: 'text' },
  { id: 'plate', title: { key: 'SummaryPlate' }, kind: 'text' },
  { id: 'pays', title: { key: 'BenefitFuelPaid' }, kind: 'text' },
  { id: 'month', title: { key: 'SummaryMonth' }, kind: 'month' },
  { id: 'odometer-start', title: { key: 'BenefitOdometerStart' }, kind: 'distance-m' },
  { id: 'odometer-end', title: { key: 'BenefitOdometerEnd' }, kind: 'distance-m' },
  { id: 'business', title: { key: 'SummaryMeasure-business' }, kind: 'distance-m' },
  { id: 'private', title: { key: 'SummaryMeasure-private' }, kind: 'distance-m' },
  // TRIP-004: by the account's own name for them where it has one.
  { id: 'other', title: otherName === '' ? { key: 'SummaryMeasure-other' } : otherName, kind: 'distance-m' },
  { id: 'share', title: { key: 'BenefitShare' }, kind: 'percent' },
  { id: 'consumption', title: { key: 'BenefitConsumption' }, kind: 'number' },
  { id: 'price', title: { key: 'BenefitPrice' }, kind: 'money' },
  { id: 'factor', title: { key: 'BenefitFactor' }, kind: 'number' },
  { id: 'fuel', title: { key: 'BenefitFuel' }, kind: 'number' },
  { id: 'cost', title: { key: 'BenefitCost' }, kind: 'money' },
  { id: 'fuel-value', title: { key: 'BenefitFuelValue' }, kind: 'money' },
  ...(tellsTolls ? [{ id: 'tolls', title: { key: 'BenefitTolls' }, kind: 'money' } as const] : []),
  { id: 'value', title: { key: 'BenefitValue' }, kind: 'money' },
  { id: 'gap', title: { key: 'BenefitGaps' }, kind: 'text' },
];

/** What a month was reckoned by: the one figure, or where it changed within the month their mean over the private way. */
function inputsOf({ parts }: BenefitMonth): ReportCell[] {
  const metres = parts.reduce((sum, { private_m }) => sum + private_m, 0);
  const mean = (of: (part: (typeof parts)[number]) => number | null): number | null =>
    metres === 0 || parts.some((part) => of(part) === null)
      ? null
      : parts.reduce((sum, part) => sum + (of(part) ?? 0) * part.private_m, 0) / metres;
  return [mean((part) => part.consumption_per_10km), mean((part) => part.fuel_price), mean((part) => part.benefit_factor)];
}

/** The formula, the factors in force, and how each driver stands to the line of the year. */
function notesOf(report: BenefitReport): ReportText[] {
  const lines = report.rows.flatMap((row) =>
    row.years.flatMap((year): ReportText[] =>
      year.line_km === null || year.business_m === 0
        ? []
        : [
            {
              key: row.driver_id === null ? 'BenefitYearNobody' : 'BenefitYearNote',
              values: {
                driver: row.driver,
                unit: row.unit,
                year: String(year.year),
                km: Math.round(year.business_m / 1000),
                line: year.line_km,
                until: year.until,
                forecast: Math.round(year.forecast_m / 1000),
              },
            },
          ],
    ),
  );
  return [
    { key: 'BenefitFormula' },
    ...report.settings.map(({ valid_from, benefit_factor }): ReportText =>
      valid_from === ''
        ? { key: 'BenefitFactorAlways', values: { factor: benefit_factor } }
        : { key: 'BenefitFactorFrom', values: { factor: benefit_factor, day: valid_from } },
    ),
    { key: 'BenefitPaidNote' },
    ...lines,
    { key: 'BenefitForecastNote' },
  ];
}
