import type { Feature } from '../../core/face.ts';
import { registerObjectDescriptionRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'object-description',
  routes: registerObjectDescriptionRoutes,
};
