import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'today',
  routes: async (mount, { features }) => (await import('./routes.ts')).registerTodayRoutes(mount, features),
};
