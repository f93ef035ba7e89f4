import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'days-off',
  routes: async (mount) => (await import('./routes.ts')).registerDaysOffRoutes(mount),
};
