import type { Feature } from '../../core/face.ts';
import { registerSupportRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'support',
  routes: (mount, { config }) => registerSupportRoutes(mount, config),
};
