import type { Feature } from '../../core/feature.ts';
import { registerRegistrationRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'registration',
  routes: registerRegistrationRoutes,
};
