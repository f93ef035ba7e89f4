import type { FuelFigures, FuelReport } from '@spora/contract/reports/fuel';
import { inReportOrder, type ValueOf } from '../../../core/report-order.ts';
import type { ReportCell, ReportColumn, ReportFace } from '../../../core/reports.ts';
import { towedNote } from '../towed-note.ts';
import { inSteps, sumInSteps, unitPriceOf } from './rules.ts';
import { fuelOfAsked } from './service.ts';

type Used = Pick<FuelFigures, 'fuel_l' | 'electricity_kwh'>;

/** REP-012 as rows: one for each unit or driver and month, with whether it was measured or computed. */
export const fuelFace: ReportFace = {
  id: 'fuel',
  table: async (ctx, asked) => {
    const report = await fuelOfAsked(ctx, asked);
    const byUnit = asked.groupBy !== 'driver';
    // Currencies stand beside each other: they do not add up.
    const currencies = (report.totals.total.paid ?? []).map(({ currency }) => currency);
    // Nautical miles stand beside kilometres, as on the page: they do not add up either.
    const isAtSea = report.totals.total.at_sea_m > 0;
    const gone = ({ distance_m, at_sea_m }: FuelFigures): ReportCell[] =>
      isAtSea ? [at_sea_m || null, at_sea_m > 0 && distance_m === at_sea_m ? null : distance_m - at_sea_m] : [distance_m];
    // What the page has no column for says nothing: all is computed, nothing was filled.
    const { source, filled_l, charged_kwh } = report.totals.total;
    const [tellsSource, tellsFilled, tellsCharged] = [source !== 'computed', filled_l !== null, charged_kwh !== null];
    const cells = (figures: FuelFigures, used: Used = figures): ReportCell[] => [
      ...gone(figures),
      inSteps(used.fuel_l),
      figures.l_per_10km,
      inSteps(used.electricity_kwh),
      figures.kwh_per_10km,
      unitPriceOf(figures),
      figures.cost,
      ...(tellsSource ? [figures.source === null ? null : ({ key: `FuelSource-${figures.source}` } as const)] : []),
      ...(tellsSource && byUnit ? [figures.measured_m || null] : []),
      ...(tellsFilled ? [inSteps(figures.filled_l)] : []),
      ...(tellsCharged ? [inSteps(figures.charged_kwh)] : []),
      ...currencies.map((currency) => figures.paid?.find((paid) => paid.currency === currency)?.amount ?? null),
    ];
    return {
      title: { key: 'FuelReport' },
      columns: [
        { id: 'name', title: { key: byUnit ? 'SummaryGroup-unit' : 'SummaryGroup-driver' }, kind: 'text' },
        { id: 'plate', title: { key: 'SummaryPlate' }, kind: 'text' },
        { id: 'month', title: { key: 'SummaryMonth' }, kind: 'month' },
        ...(isAtSea ? [{ id: 'at-sea', title: { key: 'SummaryMeasure-distance' }, kind: 'distance-at-sea-m' } as const] : []),
        { id: 'distance', title: { key: 'SummaryMeasure-distance' }, kind: 'distance-m' },
        { id: 'fuel', title: { key: 'SummaryFile-fuel' }, kind: 'tenths' },
        { id: 'fuel-rate', title: { key: 'FuelPer10Km' }, kind: 'number' },
        { id: 'electricity', title: { key: 'SummaryFile-electricity' }, kind: 'tenths' },
        { id: 'electricity-rate', title: { key: 'ElectricityPer10Km' }, kind: 'number' },
        { id: 'unit-price', title: { key: 'FuelPricePer' }, kind: 'money' },
        { id: 'cost', title: { key: 'SummaryFile-fuel-cost' }, kind: 'money' },
        ...(tellsSource ? [{ id: 'source', title: { key: 'FuelSource' }, kind: 'text' } as const] : []),
        ...(tellsSource && byUnit ? [{ id: 'measured', title: { key: 'FuelMeasuredWay' }, kind: 'distance-m' } as const] : []),
        ...(tellsFilled ? [{ id: 'filled', title: { key: 'FuelFilled' }, kind: 'tenths' } as const] : []),
        ...(tellsCharged ? [{ id: 'charged', title: { key: 'FuelCharged' }, kind: 'tenths' } as const] : []),
        ...currencies.map((currency): ReportColumn => ({
          id: `paid-${currency}`,
          title: { key: 'FuelPaidIn', values: { currency } },
          kind: 'number',
        })),
      ],
      rows: asOnPage(report.rows, asked.sort).flatMap((row) =>
        row.months.flatMap((figures, i): ReportCell[][] =>
          isIdle(figures)
            ? []
            : [
                [
                  row.id === null ? { key: 'SummaryNoDriver' } : row.name,
                  row.registration_number,
                  report.months[i] ?? null,
                  ...cells(figures),
                ],
              ],
        ),
      ),
      sums: monthSums(report).map(({ month, figures, used }) => [{ key: 'SummaryTotal' }, null, month, ...cells(figures, used)]),
      totals: [{ key: 'SummaryTotal' }, null, null, ...cells(report.totals.total, usedOf(report))],
      notes: [
        { key: tellsSource ? 'FuelNote' : 'FuelAllComputed' },
        { key: 'FuelPriceNote' },
        ...(currencies.length > 0 ? [{ key: 'FuelPaidNote' } as const] : []),
        ...(isAtSea ? [{ key: 'NauticalMileIs' } as const] : []),
        ...towedNote(asked, report.towed && { units: report.towed.units, metres: report.towed.distance_m }),
      ],
      currency: report.currency,
    };
  },
};

type Row = FuelReport['rows'][number];
const ORDERS: Record<string, ValueOf<Row>> = {
  name: ({ id, name }) => (id === null ? null : name),
  distance: ({ total }) => total.distance_m,
  rate: ({ total }) => total.l_per_10km ?? total.kwh_per_10km,
  cost: ({ total }) => total.cost,
};

/** As the page orders units: by consumption litres come before kWh, which do not compare. */
function asOnPage(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  const list = inReportOrder(rows, sort, ORDERS);
  if (sort !== 'rate' && sort !== '-rate') return list;
  const isElectric = ({ total }: Row): boolean => total.l_per_10km === null;
  return [...list.filter((row) => !isElectric(row)), ...list.filter(isElectric)];
}

const isIdle = ({ distance_m, filled_l, charged_kwh }: FuelFigures): boolean =>
  distance_m === 0 && filled_l === null && charged_kwh === null;

/** What each month came to, as the page tells it; none where a single one is all there is. */
function monthSums({ months, rows, totals }: FuelReport): { month: string; figures: FuelFigures; used: Used }[] {
  const sums = months.flatMap((month, i) => {
    const figures = totals.months[i];
    if (!figures || isIdle(figures)) return [];
    return [
      {
        month,
        figures,
        used: sumOf(
          rows.flatMap((row) => row.months[i] ?? []),
          figures,
        ),
      },
    ];
  });
  return sums.length > 1 ? sums : [];
}

/** The sums of what the rows tell. */
const usedOf = ({ rows, totals }: FuelReport): Used =>
  sumOf(
    rows.flatMap(({ months }) => months),
    totals.total,
  );

function sumOf(parts: readonly FuelFigures[], whole: FuelFigures): Used {
  const sum = (key: keyof Used): number | null =>
    sumInSteps(
      parts.map((figures) => figures[key]),
      whole[key],
    );
  return { fuel_l: sum('fuel_l'), electricity_kwh: sum('electricity_kwh') };
}
