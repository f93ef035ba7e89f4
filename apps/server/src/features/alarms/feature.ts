import type { Feature } from '../../core/feature.ts';
import { registerAlarmsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'alarms',
  routes: registerAlarmsRoutes,
};
