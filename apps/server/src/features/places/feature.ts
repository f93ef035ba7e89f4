import type { Feature } from '../../core/face.ts';
import { registerPlacesRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'places',
  routes: registerPlacesRoutes,
};
