import type { Feature } from '../../core/face.ts';
import { registerReportsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'reports',
  routes: registerReportsRoutes,
};
