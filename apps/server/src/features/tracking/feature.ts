import type { Feature } from '../../core/face.ts';
import { trackersAnswered } from './listeners.ts';
import { latestProjection } from './projector.ts';

export const feature: Feature = {
  name: 'tracking',
  projections: [latestProjection],
  routes: async (mount, { openStream }) => (await import('./routes.ts')).registerTrackingRoutes(mount, openStream),
  listeners: { 'command-acknowledged': trackersAnswered, 'command-failed': trackersAnswered },
  jobs: { handlers: async () => (await import('./jobs.ts')).trackingHandlers },
  live: {
    readLiveState: async (...args) => (await import('./service.ts')).readLiveState(...args),
    movedSince: async (...args) => (await import('./read-model.ts')).movedSince(...args),
  },
};
