import type { Feature } from '../../core/face.ts';
import { latestProjection } from './projector.ts';
import { trackingHandlers } from './jobs.ts';
import { registerTrackingRoutes } from './routes.ts';
import { readLiveState } from './service.ts';

export const feature: Feature = {
  name: 'tracking',
  projections: [latestProjection],
  routes: (mount, { openStream }) => registerTrackingRoutes(mount, openStream),
  jobs: { handlers: () => trackingHandlers },
  readLiveState,
};
