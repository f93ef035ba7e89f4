import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'object-description',
  routes: async (mount) => (await import('./routes.ts')).registerObjectDescriptionRoutes(mount),
};
