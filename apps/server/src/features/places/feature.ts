import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'places',
  routes: async (mount) => (await import('./routes.ts')).registerPlacesRoutes(mount),
};
