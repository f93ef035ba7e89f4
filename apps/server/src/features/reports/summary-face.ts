import { dayIn, placeOfZone } from '@spora/calendar/zones';
import type { SummaryFigures, SummaryReport } from '@spora/contract/reports/endpoints';
import { otherTypeName } from '../../core/people/other-trip-type.ts';
import { inReportOrder, type ValueOf } from '../../core/report-order.ts';
import type { ReportCell, ReportColumn, ReportFace, ReportText } from '../../core/reports.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { towedNote } from './towed-note.ts';
import { summaryOf } from './service.ts';

/** REP-009 as rows: one for each unit or driver and month in which something was driven, and their sum. */
export const summaryFace: ReportFace = {
  id: 'summary',
  tellsLocked: true,
  table: async (ctx, asked, { tollsOf } = {}) => {
    const report = await summaryOf(ctx, asked, tollsOf);
    const tellsTolls = report.totals.total.tolls !== null;
    const abroad = (report.totals.total.tolls_elsewhere ?? []).map(({ currency }) => currency);
    const own = await otherTypeName(ctx);
    const { total } = report.totals;
    /** Nautical miles stand beside kilometres, as in the fuel report: they do not add up. */
    const gone = (of: readonly Way[], ofAll: readonly Way[]): ReportCell[] => {
      const [metres, atSea] = [sumOf(of, 'distance_m'), sumOf(of, 'at_sea_m')];
      if (sumOf(ofAll, 'at_sea_m') === 0) return [metres];
      return [atSea || null, atSea > 0 && metres === atSea ? null : metres - atSea];
    };
    const columnsOf = (id: string, ofAll: readonly Way[], atSea: ReportText, onLand: ReportText): ReportColumn[] => [
      ...(sumOf(ofAll, 'at_sea_m') > 0 ? [{ id: `${id}-at-sea`, title: atSea, kind: 'distance-at-sea-m' } as const] : []),
      { id, title: onLand, kind: 'distance-m' },
    ];
    const cells = (figures: SummaryFigures): ReportCell[] => [
      ...TYPES.flatMap((type) => gone([figures[type]], [total[type]])),
      ...gone(waysOf(figures), waysOf(total)),
      tripsOf(figures),
      durationOf(figures),
      figures.reimbursement,
      figures.fuel_l,
      figures.electricity_kwh,
      figures.fuel_cost,
      figures.co2_kg,
      ...(tellsTolls ? [figures.tolls] : []),
      ...abroad.map((currency) => figures.tolls_elsewhere?.find((paid) => paid.currency === currency)?.amount ?? null),
    ];
    return {
      title: { key: 'SummaryReport' },
      columns: [
        { id: 'name', title: { key: asked.groupBy === 'driver' ? 'SummaryGroup-driver' : 'SummaryGroup-unit' }, kind: 'text' },
        { id: 'plate', title: { key: 'SummaryPlate' }, kind: 'text' },
        { id: 'month', title: { key: 'SummaryMonth' }, kind: 'month' },
        ...columnsOf('business', [total.business], { key: 'SummaryMeasure-business' }, { key: 'SummaryFile-business' }),
        ...columnsOf('private', [total.private], { key: 'SummaryMeasure-private' }, { key: 'SummaryFile-private' }),
        // TRIP-004: by the account's own name for them where it has one.
        ...(own === ''
          ? columnsOf('other', [total.other], { key: 'SummaryMeasure-other' }, { key: 'SummaryFile-other' })
          : columnsOf('other', [total.other], own, { key: 'SummaryFileOwn', values: { name: own } })),
        ...columnsOf('distance', waysOf(total), { key: 'SummaryMeasure-distance' }, { key: 'SummaryFile-distance' }),
        { id: 'trips', title: { key: 'SummaryFile-trips' }, kind: 'count' },
        { id: 'duration', title: { key: 'SummaryFile-duration' }, kind: 'duration-s' },
        { id: 'reimbursement', title: { key: 'SummaryFile-reimbursement' }, kind: 'money' },
        { id: 'fuel', title: { key: 'SummaryFile-fuel' }, kind: 'number' },
        { id: 'electricity', title: { key: 'SummaryFile-electricity' }, kind: 'number' },
        { id: 'fuel-cost', title: { key: 'SummaryFile-fuel-cost' }, kind: 'money' },
        { id: 'co2', title: { key: 'SummaryFile-co2' }, kind: 'number' },
        ...(tellsTolls ? [{ id: 'tolls', title: { key: 'SummaryFile-tolls' }, kind: 'money' } as const] : []),
        // Sums of money in one table are of one currency: those of others stand as numbers beside it.
        ...abroad.map((currency) => ({
          id: `tolls-${currency}`,
          title: { key: 'SummaryFileTollsIn', values: { currency } } as const,
          kind: 'number' as const,
        })),
      ],
      rows: inReportOrder(report.rows, asked.sort, ordersOf(report)).flatMap((row) =>
        row.months.flatMap((figures, i): ReportCell[][] =>
          tripsOf(figures) === 0
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
      totals: [{ key: 'SummaryTotal' }, null, null, ...cells(report.totals.total)],
      notes: [
        { key: 'SummaryNote', values: { zone: placeOfZone(report.time_zone) } },
        ...runningNote(report.months, ctx),
        ...(report.without_trips.length > 0
          ? [
              {
                key: 'SummaryWithout' as const,
                values: {
                  count: report.without_trips.length,
                  names: report.without_trips.map(({ name }) => name).join(', '),
                },
              },
            ]
          : []),
        ...(report.rows.some(({ months }) => months.some(isUnstated)) ? [{ key: 'SummaryEmptyCell' } as const] : []),
        ...(untimedOf(report.totals.total) > 0 ? [{ key: 'SummaryUntimedFile' } as const] : []),
        ...(sumOf(waysOf(total), 'at_sea_m') > 0 ? [{ key: 'NauticalMileIs' } as const] : []),
        ...towedNote(asked, report.towed && { units: report.towed.units, metres: distanceOf(report.towed.total) }),
      ],
      currency: report.currency,
    };
  },
};

type Row = SummaryReport['rows'][number];

/** The measures of the page by what they come to, all in all, in a month, or of one type of trip. */
function ordersOf({ months, rows }: SummaryReport): Record<string, ValueOf<Row>> {
  const by =
    (valueOf: (figures: SummaryFigures) => number | null): ValueOf<Row> =>
    ({ months: figures, total }, part) => {
      const type = TYPES.find((each) => each === part);
      if (type !== undefined) return valueOf(onlyOf(type, total));
      return valueOf(part === undefined ? total : (figures[months.indexOf(part)] ?? total));
    };
  const asTheyCome = new Map(rows.map((row, i) => [row, i]));
  return {
    name: (row) => asTheyCome.get(row) ?? null,
    distance: by(distanceOf),
    business: by(({ business }) => business.distance_m),
    private: by((figures) => figures.private.distance_m),
    other: by(({ other }) => other.distance_m),
    trips: by(tripsOf),
    duration: by((figures) => sumOf(waysOf(figures), 'duration_s')),
    reimbursement: by(({ reimbursement }) => reimbursement),
    fuel: by(({ fuel_l }) => fuel_l),
    electricity: by(({ electricity_kwh }) => electricity_kwh),
    'fuel-cost': by(({ fuel_cost }) => fuel_cost),
    co2: by(({ co2_kg }) => co2_kg),
    tolls: by(({ tolls }) => tolls),
  };
}

/** What one type alone came to. */
function onlyOf(type: (typeof TYPES)[number], figures: SummaryFigures): SummaryFigures {
  const none = { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true };
  return { ...figures, business: none, private: none, other: none, [type]: figures[type] };
}

/** The month that runs is not over. */
function runningNote(months: readonly string[], { now, actor }: MemberCtx): ReportText[] {
  const month = dayIn(now(), actor.timeZone).slice(0, 7);
  return months.includes(month) ? [{ key: 'SummaryRunning', values: { month: { month } } }] : [];
}

const TYPES = ['business', 'private', 'other'] as const;
type Way = Pick<SummaryFigures['business'], 'distance_m' | 'at_sea_m' | 'duration_s'>;
const waysOf = (figures: SummaryFigures): readonly Way[] => TYPES.map((type) => figures[type]);
const sumOf = (ways: readonly Way[], of: keyof Way): number => ways.reduce((sum, way) => sum + way[of], 0);
const distanceOf = (figures: SummaryFigures): number => sumOf(waysOf(figures), 'distance_m');
/** Something of its drives is not stated, or of another kind: its cell is empty. */
const isUnstated = (figures: SummaryFigures): boolean =>
  tripsOf(figures) > 0 && [figures.fuel_l, figures.electricity_kwh, figures.fuel_cost, figures.co2_kg].includes(null);
const untimedOf = ({ business, private: own, other }: SummaryFigures): number =>
  [business, own, other].reduce((sum, { untimed = 0 }) => sum + untimed, 0);

/** Null where all of it is what others drove privately, of which the time is not told (TRIP-032). */
function durationOf(figures: SummaryFigures): number | null {
  const told = figures.business.duration_s + figures.private.duration_s + figures.other.duration_s;
  return told === 0 && untimedOf(figures) > 0 ? null : told;
}

const tripsOf = ({ business, private: own, other }: SummaryFigures): number => business.trips + own.trips + other.trips;
