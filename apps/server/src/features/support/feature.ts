import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'support',
  routes: async (mount, { config }) => (await import('./routes.ts')).registerSupportRoutes(mount, config),
};
