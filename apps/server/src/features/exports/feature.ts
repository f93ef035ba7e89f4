import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'exports',
  routes: async (mount) => (await import('./routes.ts')).registerExportRoutes(mount),
  jobs: {
    handlers: async ({ api, linkTo }) => [
      ...(await import('./jobs.ts')).exportsHandlers,
      ...(await import('./schedules/jobs.ts')).scheduleHandlers({
        api,
        hostOf: (subsiteId) => new URL(linkTo(subsiteId, '/')).host,
      }),
    ],
  },
};
