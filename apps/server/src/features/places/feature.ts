import type { Feature } from '../../core/feature.ts';
import { registerPlacesRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'places',
  routes: registerPlacesRoutes,
};
