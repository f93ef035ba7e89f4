import { HOUR_MS } from '@spora/calendar/durations';
import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'integrations',
  routes: async (mount, { config }) => (await import('./routes.ts')).registerIntegrationsRoutes(mount, config),
  // A receiver that keeps everybody waiting keeps no other job from its turn.
  // At the start, and once a key has been put beside the former one.
  repeated: [{ name: 'webhook secrets', everyMs: HOUR_MS, run: async (ctx) => (await import('./delivery.ts')).sealSecrets(ctx) }],
  jobs: { apart: 4, handlers: async ({ post }) => (await import('./jobs.ts')).webhookHandlers(post) },
};
