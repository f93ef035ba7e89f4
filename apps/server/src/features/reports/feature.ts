import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'reports',
  routes: async (mount) => (await import('./routes.ts')).registerReportsRoutes(mount),
};
