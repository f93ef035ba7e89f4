import type { Feature } from '../../core/face.ts';
import { registerDaysOffRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'days-off',
  routes: registerDaysOffRoutes,
};
