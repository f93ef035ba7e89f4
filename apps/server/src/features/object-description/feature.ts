import type { Feature } from '../../core/feature.ts';
import { registerObjectDescriptionRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'object-description',
  routes: registerObjectDescriptionRoutes,
};
