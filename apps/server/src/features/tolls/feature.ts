import type { Feature } from '../../core/face.ts';
import type { ReportFace } from '../../core/reports.ts';
import { tollsProjection } from './finding/projector.ts';

/** Its tables and texts are fetched when somebody asks for them. */
const congestion: ReportFace = {
  id: 'congestion',
  table: async (ctx, asked) => (await import('./report-face.ts')).tollsReportFace.table(ctx, asked),
};

export const feature: Feature = {
  name: 'tolls',
  projections: [tollsProjection],
  routes: async (mount) => (await import('./routes.ts')).registerTollsRoutes(mount),
  jobs: { handlers: async () => (await import('./jobs.ts')).tollsHandlers },
  reports: [congestion],
  tripTolls: {
    areFound: async (ctx, unitIds) => (await import('./read-model.ts')).anyHasTolls(ctx, unitIds),
    of: async (ctx, trips) => (await import('./trip-tolls.ts')).sumsOfTrips(ctx, trips),
  },
  tollCosts: async (ctx, asked) => (await import('./api.ts')).tollCosts(ctx, asked),
  personalData: {
    files: async (...args) => (await import('./personal-data.ts')).tollFiles(...args),
    tables: { toll_correction: { momentColumn: 'at' } },
  },
};
