import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'registration',
  routes: async (mount) => (await import('./routes.ts')).registerRegistrationRoutes(mount),
};
