import type { Feature } from '../../core/face.ts';
import { registerAlarmsRoutes } from './routes.ts';

export const feature: Feature = {
  name: 'alarms',
  routes: registerAlarmsRoutes,
};
