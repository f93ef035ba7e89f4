import type { Feature } from '../../core/face.ts';
import { webhookHandlers } from './jobs.ts';
import { registerIntegrationsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'integrations',
  routes: (mount, { config }) => registerIntegrationsRoutes(mount, config),
  // A receiver that keeps everybody waiting keeps no other job from its turn.
  jobs: { apart: 4, handlers: ({ post }) => webhookHandlers(post) },
};
