import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'integrations',
  routes: async (mount, { config }) => (await import('./routes.ts')).registerIntegrationsRoutes(mount, config),
  // A receiver that keeps everybody waiting keeps no other job from its turn.
  jobs: { apart: 4, handlers: async ({ post }) => (await import('./jobs.ts')).webhookHandlers(post) },
};
