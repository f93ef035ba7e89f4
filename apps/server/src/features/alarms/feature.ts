import type { Feature } from '../../core/face.ts';

export const feature: Feature = {
  name: 'alarms',
  routes: async (mount) => (await import('./routes.ts')).registerAlarmsRoutes(mount),
};
