import type { Feature } from '../../core/feature.ts';
import { registerReportsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'reports',
  routes: registerReportsRoutes,
};
