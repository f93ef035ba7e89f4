import type { Feature } from '../../core/face.ts';
import { exportsHandlers } from './jobs.ts';
import { registerExportRoutes } from './routes.ts';
import { scheduleHandlers } from './schedules/jobs.ts';

export const feature: Feature = {
  name: 'exports',
  routes: registerExportRoutes,
  jobs: {
    handlers: ({ api, linkTo }) => [
      ...exportsHandlers,
      ...scheduleHandlers({ api, hostOf: (subsiteId) => new URL(linkTo(subsiteId, '/')).host }),
    ],
  },
};
