import { ECO_SCORE_MIN_M, ECO_TRIP_MIN_M } from '@spora/contract/eco/rules';
import type { EcoFigures, EcoRow } from '@spora/contract/eco/endpoints';
import { inReportOrder, type ValueOf } from '../../core/report-order.ts';
import type { ReportCell, ReportColumn, ReportFace } from '../../core/reports.ts';
import { per100Km, sharePercent } from '@spora/contract/eco/rules';
import { greenDriving } from './service.ts';

const RATE_COLUMNS = (['acceleration', 'braking', 'cornering', 'speeding', 'idling'] as const).map((kind): ReportColumn => ({
  id: kind,
  title: { key: `EcoPer100-${kind}` },
  kind: 'number',
}));

/** As the page orders them; how somebody has changed is in no file. */
const ORDERS: Record<string, ValueOf<EcoRow>> = {
  name: ({ name }) => name,
  score: ({ total }) => total.score,
  distance: ({ total }) => total.distance_m,
  acceleration: ({ total }) => per100Km(total.acceleration, total.judged_m),
  braking: ({ total }) => per100Km(total.braking, total.judged_m),
  cornering: ({ total }) => per100Km(total.cornering, total.judged_m),
  speeding: ({ total, has_speed_limit }) => (has_speed_limit ? sharePercent(total.speeding_s, total.driving_s) : null),
  idle: ({ total }) => sharePercent(total.idle_s, total.engine_s),
};

/** Trips without a driver stand at the very end. */
const asOnPage = (rows: readonly EcoRow[], sort: string | undefined): readonly EcoRow[] => [
  ...inReportOrder(
    rows.filter(({ id }) => id !== null),
    sort,
    ORDERS,
  ),
  ...rows.filter(({ id }) => id === null),
];

/** REP-013, REP-015: the report as rows for files. */
export const greenDrivingFace: ReportFace = {
  id: 'green-driving',
  table: async (ctx, asked) => {
    const report = await greenDriving(ctx, {
      body: {
        from: asked.from,
        to: asked.to,
        group_by: asked.groupBy,
        imeis: [...asked.imeis],
        driver_ids: [...asked.driverIds],
        departments: [...asked.departments],
      },
    });
    const cells = (figures: EcoFigures, hasSpeedLimit: boolean): ReportCell[] => [
      figures.score,
      figures.band === null ? null : { key: `EcoBand-${figures.band}` },
      figures.trips,
      figures.distance_m,
      figures.judged_m,
      ...(['acceleration', 'braking', 'cornering'] as const).map((kind) => per100Km(figures[kind], figures.judged_m)),
      hasSpeedLimit ? per100Km(figures.speeding, figures.distance_m) : null,
      per100Km(figures.idling, figures.distance_m),
      hasSpeedLimit ? sharePercent(figures.speeding_s, figures.driving_s) : null,
      sharePercent(figures.idle_s, figures.engine_s),
      figures.idle_s,
    ];
    return {
      title: { key: 'EcoReport' },
      columns: [
        { id: 'name', title: { key: asked.groupBy === 'unit' ? 'EcoUnit' : 'EcoDriver' }, kind: 'text' },
        { id: 'registration', title: { key: 'EcoPlate' }, kind: 'text' },
        { id: 'score', title: { key: 'EcoScore' }, kind: 'count' },
        { id: 'band', title: { key: 'EcoBand' }, kind: 'text' },
        { id: 'trips', title: { key: 'EcoTrips' }, kind: 'count' },
        { id: 'distance', title: { key: 'EcoDistance' }, kind: 'distance-m' },
        { id: 'judged', title: { key: 'EcoJudgedDistance' }, kind: 'distance-m' },
        ...RATE_COLUMNS,
        { id: 'speeding-share', title: { key: 'EcoSpeedingShare' }, kind: 'percent' },
        { id: 'idle-share', title: { key: 'EcoIdleShare' }, kind: 'percent' },
        { id: 'idle', title: { key: 'EcoIdleTime' }, kind: 'duration-s' },
      ],
      rows: asOnPage(report.rows, asked.sort).map((row) => [
        row.id === null ? { key: 'EcoNoDriver' } : row.name,
        row.registration_number,
        ...cells(row.total, row.has_speed_limit),
      ]),
      totals: [
        { key: 'EcoTotal' },
        null,
        ...cells(
          report.totals.total,
          report.rows.some((row) => row.has_speed_limit),
        ),
      ],
      notes: [
        { key: 'EcoFormula' },
        { key: 'EcoLeftOut', values: { trip: ECO_TRIP_MIN_M / 1000, score: ECO_SCORE_MIN_M / 1000 } },
        { key: 'EcoSeldom' },
        { key: 'EcoPrivateNote' },
      ],
      currency: null,
    };
  },
};
