import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'exports',
  routes: async (mount, deps) => (await import('./routes.ts')).registerExportRoutes(mount, deps),
  jobs: {
    handlers: async ({ api, linkTo, features }) => [
      ...(await import('./jobs.ts')).exportsHandlers,
      ...(await import('./schedules/jobs.ts')).scheduleHandlers({
        api,
        reports: (await import('../reports/files/api.ts')).reportsOf(features),
        hostOf: (subsiteId) => new URL(linkTo(subsiteId, '/')).host,
      }),
    ],
  },
};
