import type { Feature } from '../../core/feature.ts';
import { registerDaysOffRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'days-off',
  routes: registerDaysOffRoutes,
};
