import type { Feature } from '../../core/face.ts';
import { registerRegistrationRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'registration',
  routes: registerRegistrationRoutes,
};
